package z3

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// An api holds the addresses of the functions of libz3's C API that are used
// here, each named as in C but for the prefix Z3_.
type api struct {
	mkConfig, delConfig, mkContext, delContext, setErrorHandler, getErrorMsg, getVersion, toggleWarningMessages, interrupt                                                                                             uintptr
	mkParams, paramsIncRef, paramsDecRef, paramsSetUint, paramsSetBool                                                                                                                                                 uintptr
	mkSimpleSolver, solverIncRef, solverDecRef, solverSetParams, solverAssert, solverPush, solverPop, solverReset, solverCheckAssumptions, solverInterrupt, solverGetReasonUnknown, solverGetModel, solverGetUnsatCore uintptr
	astVectorIncRef, astVectorDecRef, astVectorSize, astVectorGet                                                                                                                                                      uintptr
	modelIncRef, modelDecRef, modelEval, simplify                                                                                                                                                                      uintptr
	mkIntSymbol, mkStringSymbol, getSymbolString                                                                                                                                                                       uintptr
	mkBoolSort, mkIntSort, mkRealSort, mkStringSort, mkReSort, mkUninterpretedSort                                                                                                                                     uintptr
	mkConstructor, delConstructor, queryConstructor, mkConstructorList, delConstructorList, mkDatatypes                                                                                                                uintptr
	mkFuncDecl, mkApp, mkConst, mkFreshConst                                                                                                                                                                           uintptr
	mkTrue, mkFalse, mkInt, mkNumeral                                                                                                                                                                                  uintptr
	mkNot, mkAnd, mkOr, mkImplies, mkEq, mkIte                                                                                                                                                                         uintptr
	mkLe, mkLt, mkAdd, mkMul, mkDiv, mkMod                                                                                                                                                                             uintptr
	mkString, mkSeqConcat, mkSeqLength, mkSeqPrefix, mkSeqSuffix, mkSeqContains, mkSeqAt, mkIntToStr, mkSeqInRe, mkSeqToRe                                                                                             uintptr
	mkReEmpty, mkReConcat, mkReUnion, mkReStar, mkRePlus, mkReOption, mkReLoop, mkReRange, mkReIntersect, mkReComplement, mkReFull                                                                                     uintptr
	getBoolValue, isNumeralAst, getNumeralString, isString, getString, getStringLength, getStringContents                                                                                                              uintptr
	isApp, toApp, getAppDecl, getAppNumArgs, getAppArg, getDeclName                                                                                                                                                    uintptr
}

// A symbol is a function to be looked up. Optional ones are missing in the older
// versions.
type symbol struct {
	name     string
	entry    *uintptr
	optional bool
}

func (a *api) symbols() []symbol {
	return []symbol{
		{name: "Z3_mk_config", entry: &a.mkConfig},
		{name: "Z3_del_config", entry: &a.delConfig},
		{name: "Z3_mk_context", entry: &a.mkContext},
		{name: "Z3_del_context", entry: &a.delContext},
		{name: "Z3_set_error_handler", entry: &a.setErrorHandler},
		{name: "Z3_get_error_msg", entry: &a.getErrorMsg},
		{name: "Z3_get_version", entry: &a.getVersion},
		{name: "Z3_toggle_warning_messages", entry: &a.toggleWarningMessages},
		{name: "Z3_interrupt", entry: &a.interrupt},
		{name: "Z3_mk_params", entry: &a.mkParams},
		{name: "Z3_params_inc_ref", entry: &a.paramsIncRef},
		{name: "Z3_params_dec_ref", entry: &a.paramsDecRef},
		{name: "Z3_params_set_uint", entry: &a.paramsSetUint},
		{name: "Z3_params_set_bool", entry: &a.paramsSetBool},
		{name: "Z3_mk_simple_solver", entry: &a.mkSimpleSolver},
		{name: "Z3_solver_inc_ref", entry: &a.solverIncRef},
		{name: "Z3_solver_dec_ref", entry: &a.solverDecRef},
		{name: "Z3_solver_set_params", entry: &a.solverSetParams},
		{name: "Z3_solver_assert", entry: &a.solverAssert},
		{name: "Z3_solver_push", entry: &a.solverPush},
		{name: "Z3_solver_pop", entry: &a.solverPop},
		{name: "Z3_solver_reset", entry: &a.solverReset},
		{name: "Z3_solver_check_assumptions", entry: &a.solverCheckAssumptions},
		{name: "Z3_solver_interrupt", entry: &a.solverInterrupt},
		{name: "Z3_solver_get_reason_unknown", entry: &a.solverGetReasonUnknown},
		{name: "Z3_solver_get_model", entry: &a.solverGetModel},
		{name: "Z3_solver_get_unsat_core", entry: &a.solverGetUnsatCore},
		{name: "Z3_ast_vector_inc_ref", entry: &a.astVectorIncRef},
		{name: "Z3_ast_vector_dec_ref", entry: &a.astVectorDecRef},
		{name: "Z3_ast_vector_size", entry: &a.astVectorSize},
		{name: "Z3_ast_vector_get", entry: &a.astVectorGet},
		{name: "Z3_model_inc_ref", entry: &a.modelIncRef},
		{name: "Z3_model_dec_ref", entry: &a.modelDecRef},
		{name: "Z3_model_eval", entry: &a.modelEval},
		{name: "Z3_simplify", entry: &a.simplify},
		{name: "Z3_mk_int_symbol", entry: &a.mkIntSymbol},
		{name: "Z3_mk_string_symbol", entry: &a.mkStringSymbol},
		{name: "Z3_get_symbol_string", entry: &a.getSymbolString},
		{name: "Z3_mk_bool_sort", entry: &a.mkBoolSort},
		{name: "Z3_mk_int_sort", entry: &a.mkIntSort},
		{name: "Z3_mk_real_sort", entry: &a.mkRealSort},
		{name: "Z3_mk_string_sort", entry: &a.mkStringSort},
		{name: "Z3_mk_re_sort", entry: &a.mkReSort},
		{name: "Z3_mk_uninterpreted_sort", entry: &a.mkUninterpretedSort},
		{name: "Z3_mk_constructor", entry: &a.mkConstructor},
		{name: "Z3_del_constructor", entry: &a.delConstructor},
		{name: "Z3_query_constructor", entry: &a.queryConstructor},
		{name: "Z3_mk_constructor_list", entry: &a.mkConstructorList},
		{name: "Z3_del_constructor_list", entry: &a.delConstructorList},
		{name: "Z3_mk_datatypes", entry: &a.mkDatatypes},
		{name: "Z3_mk_func_decl", entry: &a.mkFuncDecl},
		{name: "Z3_mk_app", entry: &a.mkApp},
		{name: "Z3_mk_const", entry: &a.mkConst},
		{name: "Z3_mk_fresh_const", entry: &a.mkFreshConst},
		{name: "Z3_mk_true", entry: &a.mkTrue},
		{name: "Z3_mk_false", entry: &a.mkFalse},
		{name: "Z3_mk_int", entry: &a.mkInt},
		{name: "Z3_mk_numeral", entry: &a.mkNumeral},
		{name: "Z3_mk_not", entry: &a.mkNot},
		{name: "Z3_mk_and", entry: &a.mkAnd},
		{name: "Z3_mk_or", entry: &a.mkOr},
		{name: "Z3_mk_implies", entry: &a.mkImplies},
		{name: "Z3_mk_eq", entry: &a.mkEq},
		{name: "Z3_mk_ite", entry: &a.mkIte},
		{name: "Z3_mk_le", entry: &a.mkLe},
		{name: "Z3_mk_lt", entry: &a.mkLt},
		{name: "Z3_mk_add", entry: &a.mkAdd},
		{name: "Z3_mk_mul", entry: &a.mkMul},
		{name: "Z3_mk_div", entry: &a.mkDiv},
		{name: "Z3_mk_mod", entry: &a.mkMod},
		{name: "Z3_mk_string", entry: &a.mkString},
		{name: "Z3_mk_seq_concat", entry: &a.mkSeqConcat},
		{name: "Z3_mk_seq_length", entry: &a.mkSeqLength},
		{name: "Z3_mk_seq_prefix", entry: &a.mkSeqPrefix},
		{name: "Z3_mk_seq_suffix", entry: &a.mkSeqSuffix},
		{name: "Z3_mk_seq_contains", entry: &a.mkSeqContains},
		{name: "Z3_mk_seq_at", entry: &a.mkSeqAt},
		{name: "Z3_mk_int_to_str", entry: &a.mkIntToStr},
		{name: "Z3_mk_seq_in_re", entry: &a.mkSeqInRe},
		{name: "Z3_mk_seq_to_re", entry: &a.mkSeqToRe},
		{name: "Z3_mk_re_empty", entry: &a.mkReEmpty},
		{name: "Z3_mk_re_concat", entry: &a.mkReConcat},
		{name: "Z3_mk_re_union", entry: &a.mkReUnion},
		{name: "Z3_mk_re_star", entry: &a.mkReStar},
		{name: "Z3_mk_re_plus", entry: &a.mkRePlus},
		{name: "Z3_mk_re_option", entry: &a.mkReOption},
		{name: "Z3_mk_re_loop", entry: &a.mkReLoop},
		{name: "Z3_mk_re_range", entry: &a.mkReRange},
		{name: "Z3_mk_re_intersect", entry: &a.mkReIntersect},
		{name: "Z3_mk_re_complement", entry: &a.mkReComplement},
		{name: "Z3_mk_re_full", entry: &a.mkReFull},
		{name: "Z3_get_bool_value", entry: &a.getBoolValue},
		{name: "Z3_is_numeral_ast", entry: &a.isNumeralAst},
		{name: "Z3_get_numeral_string", entry: &a.getNumeralString},
		{name: "Z3_is_string", entry: &a.isString},
		{name: "Z3_get_string", entry: &a.getString},
		{name: "Z3_get_string_length", entry: &a.getStringLength, optional: true},
		{name: "Z3_get_string_contents", entry: &a.getStringContents, optional: true},
		{name: "Z3_is_app", entry: &a.isApp},
		{name: "Z3_to_app", entry: &a.toApp},
		{name: "Z3_get_app_decl", entry: &a.getAppDecl},
		{name: "Z3_get_app_num_args", entry: &a.getAppNumArgs},
		{name: "Z3_get_app_arg", entry: &a.getAppArg},
		{name: "Z3_get_decl_name", entry: &a.getDeclName},
	}
}

// call calls a function of the API whose first argument is the solver's context.
//
//go:uintptrescapes
func (s *Solver) call(fn uintptr, args ...uintptr) uintptr {
	var r uintptr
	switch len(args) {
	case 0:
		r, _, _ = purego.SyscallN(fn, s.context)
	case 1:
		r, _, _ = purego.SyscallN(fn, s.context, args[0])
	case 2:
		r, _, _ = purego.SyscallN(fn, s.context, args[0], args[1])
	case 3:
		r, _, _ = purego.SyscallN(fn, s.context, args[0], args[1], args[2])
	default:
		r, _, _ = purego.SyscallN(fn, append([]uintptr{s.context}, args...)...)
	}
	return r
}

// callList calls a function that takes a counted array after the context.
func (s *Solver) callList(fn uintptr, list []uintptr) uintptr {
	return s.call(fn, uintptr(len(list)), uintptr(unsafe.Pointer(unsafe.SliceData(list))))
}

// asBool reads a C bool, which fills only the low byte of the result.
func asBool(r uintptr) bool { return byte(r) != 0 }

// asInt reads a C int or enumeration.
func asInt(r uintptr) int { return int(int32(r)) }

// cString returns s as a NUL-terminated string; s must not contain NUL.
func cString(s string) *byte {
	b := make([]byte, len(s)+1)
	copy(b, s)
	return &b[0]
}

// goString copies the NUL-terminated string at address p.
func goString(p uintptr) string {
	if p == 0 {
		return ""
	}
	start := *(*unsafe.Pointer)(unsafe.Pointer(&p))
	n := 0
	for *(*byte)(unsafe.Add(start, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(start), n))
}
