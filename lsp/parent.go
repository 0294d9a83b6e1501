package lsp

import "time"

// watchInterval is how often the client's process is looked for. Its end is
// usually noticed at once, by the end of its pipe; but the pipe may have been
// handed on to a process that lives longer.
const watchInterval = time.Second

// watchParent ends the session when the client's process is gone.
func (s *Server) watchParent(pid int) {
	if pid <= 0 {
		return
	}
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			if !alive(pid) {
				s.log("the client's process is gone")
				s.stop()
				return
			}
		}
	}
}
