package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/config"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/specs"
)

// inputs are the flags that say what is checked and with what; `check` and
// `vc` share them.
type inputs struct {
	specs, specPath []string
	contract        string
	state, prompt   string
	stdinName       string
	strict          bool
	timeout         time.Duration
	args            []string // plans, folders, "-"
	asSpecs         bool     // what is named are specs, each to be checked by itself
	calls           string   // a list of tool calls, which stands for a plan
	references      bool     // arguments may name earlier results
	conversation    bool     // plans were typed one binding at a time
	wantState       bool     // ask the checker for the state after the plan
	wantBasis       bool     // ask it what a verdict rests on
	wantScripts     bool     // ask it for SMT-LIB scripts
	fixing          fixing   // what to do about rejected plans
	config          *config.Config
	files           *reader // what was read
	list            *callList
}

func (in *inputs) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&in.specs, "spec", nil, "check against this `spec`: a file or the name of a module (repeatable; replaces specs in aeonc.toml)")
	f.StringArrayVar(&in.specPath, "spec-path", nil, "look for modules in this `folder` too (repeatable)")
	f.StringVar(&in.contract, "contract", "", "the `name` of the contract, where the specs have several (_: the one without a name)")
	f.StringVar(&in.calls, "calls", "", "check the tool calls in this JSON `file` as a plan (OpenAI, Anthropic, Model Context Protocol)")
	f.BoolVar(&in.references, "refs", false, "with --calls: an argument {\"$ref\": \"ID\"} is the result of an earlier call")
	f.BoolVar(&in.conversation, "conversation", false, "the plans were typed one binding at a time, each after the results before it were read")
	f.StringVar(&in.state, "state", "", "JSON `file` with what earlier plans have proved")
	f.StringVar(&in.prompt, "prompt", "", "text `file` with what the user typed")
	f.StringVar(&in.stdinName, "stdin-filename", "", "show standard input (-) under this `name`")
	f.BoolVar(&in.strict, "strict", false, "treat the warnings about specs as errors")
	f.DurationVar(&in.timeout, "timeout", 0, "give up on an obligation after this `time` and reject (e.g. 500ms)")
}

// settle completes the flags from aeonc.toml and the environment. A flag
// replaces the key of the same name.
func (in *inputs) settle(p *program, cmd *cobra.Command) error {
	wd, err := os.Getwd()
	if err != nil {
		return unusable(diag.FileUnreadable, "the working directory", reason(err))
	}
	c, err := findConfig(wd)
	if err != nil {
		return err
	}
	in.config = c
	given := cmd.Flags().Changed
	if !given("spec") {
		in.specs = c.Specs
	}
	if !given("spec-path") {
		in.specPath = c.SpecPath
	}
	if !given("contract") {
		in.contract = c.Contract
	}
	if !given("strict") {
		in.strict = c.Strict
	}
	if !given("timeout") {
		in.timeout = c.Limit
	} else if in.timeout <= 0 {
		return unusable(usageError, "--timeout must be more than 0")
	}
	// A project's colours must not overrule a user who wants none.
	if !given("color") && c.Color != "" && os.Getenv("NO_COLOR") == "" {
		p.color = c.Color
	}
	for _, dir := range filepath.SplitList(os.Getenv("AEONPATH")) {
		if dir != "" {
			in.specPath = append(in.specPath, dir)
		}
	}
	if in.asSpecs {
		if given("spec") {
			return unusable(notForSpecs, "--spec")
		}
		if !given("contract") {
			in.contract = ""
		}
		in.specs = nil
		return nil
	}
	for i, s := range in.specs {
		if config.IsSource(s) {
			in.specs[i] = relative(s)
		}
	}
	if len(in.specs) == 0 {
		f := unusable(noSpecs)
		f.diag.Note("name one with --spec, or list it under specs in an aeonc.toml in this folder or above it")
		f.diag.Note("a plan's own imports put no spec in force: what a plan is held to is not for the plan to say")
		return f
	}
	return nil
}

// job is a set of inputs that has been read and is ready to be checked.
type job struct {
	config checker.Config
	specs  bool     // check the specs in force themselves
	alone  []string // specs to check each by itself
	plans  []plan
	faults []*fault
	fixing fixing
	fixes  []*fixed // what became of the plans, by their index; nil where nothing did
}

// plan is one plan to check; where it could not be read, lost is its result.
type plan struct {
	checker.PlanInput
	// calls is set where the plan is yet to be made of a list of tool calls.
	calls *callList
	lost  *checker.Result
}

// read reads everything that is to be checked.
func (in *inputs) read(p *program) (*job, *fault) {
	r := newReader()
	in.files = r
	j := &job{specs: len(in.args) == 0 && in.calls == "" && !in.asSpecs, fixing: in.fixing}
	for _, s := range in.specs {
		if !config.IsPath(s) {
			continue
		}
		if _, f := r.file(s); f != nil {
			name := strings.TrimSuffix(filepath.Base(s), filepath.Ext(s))
			if _, ok := specs.Module(name); ok {
				f.diag.Note("the built-in spec is --spec %s", name)
			}
			return nil, f
		}
	}
	state, f := r.optional(in.state)
	if f != nil {
		return nil, f
	}
	prompt, f := r.optional(in.prompt)
	if f != nil {
		return nil, f
	}
	names, faults := expand(in.args)
	j.faults = faults
	if in.asSpecs {
		names, j.alone = nil, names
	}
	for _, name := range names {
		if in.isSpec(name) {
			j.specs = true // named as a spec: it is no plan, and is checked as what it is
			continue
		}
		var src *diag.Source
		var f *fault
		if name == stdinFile {
			src, f = p.readStdin(in.stdinName)
		} else {
			src, f = r.source(name)
		}
		if f != nil {
			j.plans = append(j.plans, plan{lost: lostResult(name, f)})
			continue
		}
		j.plans = append(j.plans, plan{PlanInput: checker.PlanInput{
			Source: src, Contract: in.contract, State: state, Prompt: prompt,
			Conversation: in.conversation, WantState: in.wantState, WantBasis: in.wantBasis, WantScripts: in.wantScripts,
		}})
	}
	if in.calls != "" {
		src, f := in.readCalls(p, r)
		if f != nil {
			j.plans = append(j.plans, plan{lost: lostResult(in.calls, f)})
		} else {
			in.list = &callList{source: src, references: in.references}
			j.plans = append(j.plans, plan{
				PlanInput: checker.PlanInput{
					Contract: in.contract, State: state, Prompt: prompt,
					Conversation: true, WantState: in.wantState, WantBasis: in.wantBasis, WantScripts: in.wantScripts,
				},
				calls: in.list,
			})
		}
	}
	j.config = checker.Config{
		Specs: in.specs, SpecPath: in.specPath,
		ReadFile: r.ReadFile, Builtin: specs.Module, BuiltinNames: specs.Names(),
		WantScripts: in.wantScripts, Strict: in.strict, Timeout: in.timeout,
	}
	return j, nil
}

// isSpec reports whether a file was named as a spec.
func (in *inputs) isSpec(name string) bool {
	for _, s := range in.specs {
		if config.IsPath(s) && sameFile(s, name) {
			return true
		}
	}
	return false
}

// optional reads a file that need not be given.
func (r *reader) optional(name string) (*diag.Source, *fault) {
	if name == "" {
		return nil, nil
	}
	return r.source(name)
}

func (p *program) readStdin(name string) (*diag.Source, *fault) {
	if name == "" {
		name = stdinFile
	}
	text, err := readStream(p.stdin)
	text, f := judge(name, text, err)
	if f != nil {
		return nil, f
	}
	return diag.NewSource(name, text), nil
}
