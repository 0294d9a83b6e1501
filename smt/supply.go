package smt

// A Supply hands out free constants of a pool and, from its last Restart on, no constant
// twice. The n-th of a name and sort after each Restart is the same constant: work that
// is done again, with few changes, makes mostly the same terms, which costs no memory
// and lets what is known of them be found again.
type Supply struct {
	pool   *Pool
	series map[symbolKind]*series
	round  int
}

type symbolKind struct {
	name string
	sort *Sort
}

// series are the constants of one name and sort, of which so many were handed out in
// a round.
type series struct {
	made        []*Term
	used, round int
}

// NewSupply returns a Supply of the pool's constants.
func (p *Pool) NewSupply() *Supply {
	return &Supply{pool: p, series: map[symbolKind]*series{}}
}

// Restart begins anew. What was made of constants handed out before must not meet what
// is made from now on.
func (s *Supply) Restart() { s.round++ }

// Fresh returns a free constant that was not handed out since the last Restart.
func (s *Supply) Fresh(name string, sort *Sort) *Term {
	k := symbolKind{name, sort}
	x := s.series[k]
	if x == nil {
		x = &series{}
		s.series[k] = x
	}
	if x.round != s.round {
		x.round, x.used = s.round, 0
	}
	if x.used == len(x.made) {
		x.made = append(x.made, s.pool.Fresh(name, sort))
	}
	x.used++
	return x.made[x.used-1]
}

// For returns the free constant of that name and sort that stands for t, always the
// same one; t may be nil.
func (p *Pool) For(name string, t *Term, s *Sort) *Term {
	k := standing{name, t, s}
	x := p.standing[k]
	if x == nil {
		x = p.Fresh(name, s)
		p.standing[k] = x
	}
	return x
}

type standing struct {
	name string
	term *Term
	sort *Sort
}
