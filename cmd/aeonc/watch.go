package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/spf13/cobra"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/cmd/aeonc/report"
	"github.com/aeonc/aeonc/config"
)

const (
	// quiet is how long nothing may happen before files are looked at: an editor
	// that saves causes several events. patience bounds the wait.
	quiet, patience = 80 * time.Millisecond, time.Second
)

// watch checks again whenever an input changes, until it is interrupted, and
// ends with the status of the last check that was finished. Folders are watched
// rather than files, because most editors replace a file instead of writing it,
// and what counts is whether a text has changed, whatever the events were.
func (p *program) watch(cmd *cobra.Command, c *checking, loading *solver) error {
	switch {
	case c.stateOut != "":
		return unusable(notWatched, "--state-out")
	case c.fix:
		return unusable(notWatched, "--fix")
	case slices.Contains(c.args, stdinFile), c.calls == stdinFile:
		return unusable(notWatched, "standard input")
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interruption ends the process at once

	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return unusable(cannotWatch, err)
	}
	defer watcher.Close()

	last := checker.Unusable // nothing was checked yet
	for {
		now := *c
		now.args = slices.Clone(c.args)
		p.verdict = checker.Verified
		seen := lookAround(c.args)
		seen.follow(watcher)
		err := p.checkOnce(ctx, cmd, &now, loading)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			var f *fault
			if !errors.As(err, &f) {
				return err
			}
			p.fail(f)
		}
		last = p.verdict
		seen.note(&now)
		seen.follow(watcher)
		fmt.Fprintf(p.stderr, "aeonc: status %d; waiting for a change, Ctrl-C ends\n", report.Status(last))
		changed := seen.await(ctx, watcher)
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintf(p.stderr, "\naeonc: %s changed\n", strings.Join(changed, ", "))
	}
	p.verdict = last
	return nil
}

// surroundings are all that a check has looked at.
type surroundings struct {
	args      []string
	plans     []string // what the arguments stand for
	config    *config.Config
	configErr string
	texts     map[string]readResult
	places    []string // absolute paths of files that would be read if they were there
	folders   []string // absolute paths of folders among the arguments
}

// lookAround finds what is known before a check: the files that the arguments
// stand for, and where a configuration would be found.
func lookAround(args []string) *surroundings {
	s := &surroundings{args: args, texts: map[string]readResult{}}
	s.plans, _ = expand(args)
	for _, name := range append(slices.Clone(args), s.plans...) {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			s.folders = append(s.folders, absolute(name))
		} else {
			s.expect(name)
		}
	}
	dir, _ := os.Getwd()
	s.config, s.configErr = configuration(dir)
	for ; ; dir = filepath.Dir(dir) {
		s.expect(filepath.Join(dir, config.FileName))
		if s.config != nil && s.config.File == filepath.Join(dir, config.FileName) || dir == filepath.Dir(dir) {
			return s
		}
	}
}

// note adds what a check has read.
func (s *surroundings) note(c *checking) {
	if c.files != nil {
		s.texts = c.files.texts()
	}
	for name := range s.texts {
		s.expect(name)
	}
}

// expect adds a file, and what it leads to where it is a link.
func (s *surroundings) expect(name string) {
	path := absolute(name)
	s.places = append(s.places, path)
	if target, err := filepath.EvalSymlinks(path); err == nil && target != path {
		s.places = append(s.places, target)
	}
}

// follow watches the folders in which something may change that matters: those
// of the files, or the nearest above them that exist, and all below a folder
// that was named. A folder that cannot be watched has files that cannot be read
// either, and the check says so.
func (s *surroundings) follow(w *fsnotify.Watcher) {
	for _, place := range s.places {
		dir := filepath.Dir(place)
		for w.Add(dir) != nil && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
	for _, folder := range s.folders {
		_ = w.Add(filepath.Dir(folder))
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return nil
			}
			if d.Name() == ".git" {
				return fs.SkipDir
			}
			_ = w.Add(path)
			return nil
		})
	}
}

// await waits until an input has changed and names what did; or until ctx ends.
func (s *surroundings) await(ctx context.Context, w *fsnotify.Watcher) []string {
	// What happened between reading a file and watching its folder has no event.
	for {
		if changed := s.changed(); len(changed) > 0 {
			return changed
		}
		if !s.event(ctx, w) {
			return nil
		}
		s.follow(w) // folders may have come
	}
}

// event waits for an event that matters and for the end of those that come with
// it. It reports false when ctx has ended.
func (s *surroundings) event(ctx context.Context, w *fsnotify.Watcher) bool {
	var settled, enough <-chan time.Time
	for {
		matters := false
		select {
		case <-ctx.Done():
			return false
		case <-settled:
			return true
		case <-enough:
			return true
		case e := <-w.Events:
			matters = e.Op != fsnotify.Chmod && s.matters(e.Name)
		case <-w.Errors:
			matters = true // events were lost: see for ourselves
		}
		if matters {
			settled = time.After(quiet)
			if enough == nil {
				enough = time.After(patience)
			}
		}
	}
}

// matters reports whether an event at a path can be about an input.
func (s *surroundings) matters(path string) bool {
	if config.IsSource(path) {
		return true
	}
	for _, place := range slices.Concat(s.places, s.folders) {
		if place == path || strings.HasPrefix(place, path+string(filepath.Separator)) {
			return true
		}
	}
	for _, folder := range s.folders {
		if strings.HasPrefix(path, folder+string(filepath.Separator)) {
			return true // perhaps a folder with plans
		}
	}
	return false
}

// changed names the inputs that are not as they were.
func (s *surroundings) changed() []string {
	var out []string
	dir, _ := os.Getwd()
	if c, fault := configuration(dir); fault != s.configErr || !reflect.DeepEqual(c, s.config) {
		out = append(out, config.FileName)
	}
	plans, _ := expand(s.args)
	for _, name := range slices.Concat(plans, s.plans) {
		if slices.Contains(plans, name) != slices.Contains(s.plans, name) {
			out = append(out, report.Printable(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.texts)) {
		was := s.texts[name]
		text, err := readText(name)
		if text != was.text || (err == nil) != (was.err == nil) {
			out = append(out, report.Printable(shortName(name)))
		}
	}
	return slices.Compact(out)
}

// configuration is the configuration in force below dir, or what is wrong with it.
func configuration(dir string) (*config.Config, string) {
	c, err := findConfig(dir)
	if err != nil {
		return nil, err.Error()
	}
	return c, ""
}

// absolute is a path that does not depend on the working directory.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}
