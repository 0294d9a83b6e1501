package lang

import "github.com/aeonc/aeonc/lang/diag"

func (*Import) decl()    {}
func (*TypeDecl) decl()  {}
func (*Inductive) decl() {}
func (*Def) decl()       {}
func (*Axiom) decl()     {}
func (*Mutual) decl()    {}
func (*Contract) decl()  {}
func (*Example) decl()   {}
func (*Foreign) decl()   {}
func (*BadDecl) decl()   {}

func (*TypeName) typ()       {}
func (*TypeApp) typ()        {}
func (*TypeRefined) typ()    {}
func (*TypeFun) typ()        {}
func (*TypeTuple) typ()      {}
func (*TypeForall) typ()     {}
func (*TypeForallPred) typ() {}
func (*BadType) typ()        {}

func (*Var) expr()           {}
func (*IntLit) expr()        {}
func (*FloatLit) expr()      {}
func (*StringLit) expr()     {}
func (*BoolLit) expr()       {}
func (*UnitLit) expr()       {}
func (*App) expr()           {}
func (*Method) expr()        {}
func (*TypeInst) expr()      {}
func (*Binary) expr()        {}
func (*Unary) expr()         {}
func (*If) expr()            {}
func (*Let) expr()           {}
func (*Match) expr()         {}
func (*Lambda) expr()        {}
func (*Annot) expr()         {}
func (*Paren) expr()         {}
func (*Tuple) expr()         {}
func (*ListLit) expr()       {}
func (*Hole) expr()          {}
func (*Native) expr()        {}
func (*Uninterpreted) expr() {}
func (*Tactic) expr()        {}
func (*BadExpr) expr()       {}

func (*PatWild) pattern()  {}
func (*PatVar) pattern()   {}
func (*PatTuple) pattern() {}
func (*PatCtor) pattern()  {}

func (n *Decorator) Range() diag.Span { return n.Span }
func (n PredVar) Range() diag.Span    { return n.Span }
func (n *Signature) Range() diag.Span { return n.Span }
func (n *Param) Range() diag.Span     { return n.Span }
func (n *Binding) Range() diag.Span   { return n.Span }
func (n *Arm) Range() diag.Span       { return n.Span }
func (n *TupleElem) Range() diag.Span { return n.Span }

func (n *Import) Range() diag.Span    { return n.Span }
func (n *TypeDecl) Range() diag.Span  { return n.Span }
func (n *Inductive) Range() diag.Span { return n.Span }
func (n *Def) Range() diag.Span       { return n.Span }
func (n *Axiom) Range() diag.Span     { return n.Span }
func (n *Mutual) Range() diag.Span    { return n.Span }
func (n *Contract) Range() diag.Span  { return n.Span }
func (n *Example) Range() diag.Span   { return n.Span }
func (n *Foreign) Range() diag.Span   { return n.Span }
func (n *BadDecl) Range() diag.Span   { return n.Span }

func (n *TypeName) Range() diag.Span       { return n.Name.Span }
func (n *TypeApp) Range() diag.Span        { return n.Span }
func (n *TypeRefined) Range() diag.Span    { return n.Span }
func (n *TypeFun) Range() diag.Span        { return n.Span }
func (n *TypeTuple) Range() diag.Span      { return n.Span }
func (n *TypeForall) Range() diag.Span     { return n.Span }
func (n *TypeForallPred) Range() diag.Span { return n.Span }
func (n *BadType) Range() diag.Span        { return n.Span }

func (n *Var) Range() diag.Span           { return n.Name.Span }
func (n *IntLit) Range() diag.Span        { return n.Span }
func (n *FloatLit) Range() diag.Span      { return n.Span }
func (n *StringLit) Range() diag.Span     { return n.Span }
func (n *BoolLit) Range() diag.Span       { return n.Span }
func (n *UnitLit) Range() diag.Span       { return n.Span }
func (n *App) Range() diag.Span           { return n.Span }
func (n *Method) Range() diag.Span        { return n.Span }
func (n *TypeInst) Range() diag.Span      { return n.Span }
func (n *Binary) Range() diag.Span        { return n.Span }
func (n *Unary) Range() diag.Span         { return n.Span }
func (n *If) Range() diag.Span            { return n.Span }
func (n *Let) Range() diag.Span           { return n.Span }
func (n *Match) Range() diag.Span         { return n.Span }
func (n *Lambda) Range() diag.Span        { return n.Span }
func (n *Annot) Range() diag.Span         { return n.Span }
func (n *Paren) Range() diag.Span         { return n.Span }
func (n *Tuple) Range() diag.Span         { return n.Span }
func (n *ListLit) Range() diag.Span       { return n.Span }
func (n *Hole) Range() diag.Span          { return n.Span }
func (n *Native) Range() diag.Span        { return n.Span }
func (n *Uninterpreted) Range() diag.Span { return n.Span }
func (n *Tactic) Range() diag.Span        { return n.Span }
func (n *BadExpr) Range() diag.Span       { return n.Span }

func (n *PatWild) Range() diag.Span  { return n.Span }
func (n *PatVar) Range() diag.Span   { return n.Span }
func (n *PatTuple) Range() diag.Span { return n.Span }
func (n *PatCtor) Range() diag.Span  { return n.Span }
