package z3
import ("testing";"context";"time";"os";"strconv";"math/rand"
"github.com/aeonc/aeonc/smt")
func hardStrings(t testing.TB, p *smt.Pool) *smt.Term {
	a,b,c:=p.Fresh("a",p.String()),p.Fresh("b",p.String()),p.Fresh("c",p.String())
	re:=func(s string)*smt.Regex { r,err:=smt.ParseRegex(s); if err!=nil {t.Fatal(err)}; return r }
	return p.And(
		p.Eq(p.Concat(p.Concat(a,p.StringLit("ab")),p.Concat(b,c)), p.Concat(p.Concat(c,b),p.Concat(p.StringLit("ba"),a))),
		p.Gt(p.StrLen(a),p.Int64(20)),p.Gt(p.StrLen(b),p.Int64(13)),p.Not(p.Eq(a,b)),
		p.InRegex(a,re("(ab|ba|c)+")),p.InRegex(b,re("(aab|bba|c)+")),p.InRegex(c,re("(abb|ba|cc)+")))
}
func TestZZ(t *testing.T){
	seed,_:=strconv.Atoi(os.Getenv("SEED"))
	rnd:=rand.New(rand.NewSource(int64(seed)))
	end:=time.Now().Add(40*time.Second)
	n:=0
	for time.Now().Before(end) {
		o:=Options{Timeout: time.Duration(rnd.Intn(300))*time.Millisecond}
		if seed%2==0 { o=Options{RLimit: uint32(1000+rnd.Intn(8000000))} }
		p,s:=solver(t,o)
		s.Push()
		s.Assert(hardStrings(t,p))
		r:=s.Check(context.Background())
		if r==smt.Sat { s.Eval(hardStrings(t,p)) }
		s.Pop(1)
		if s.Err()!=nil { t.Log(s.Err()) }
		r2:=s.Check(context.Background())
		if r2!=smt.Sat { t.Log(r2,s.Reason()) }
		s.Close()
		n++
	}
	t.Log(n)
}
