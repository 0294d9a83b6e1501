// Command repair measures how often a rejected plan is repaired by the repairs
// that are offered with its rejection: it applies the first one, checks again,
// at most three times, and counts the plans that end verified. The specs are
// never touched.
//
//	go run ./cmd/repair [-v] testdata/repair
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	verbose := flag.Bool("v", false, "show each case: the repairs that were applied and the plan that came out")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: repair [-v] DIR|FILE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*verbose, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "repair:", err)
		os.Exit(2)
	}
}

func run(verbose bool, args []string) error {
	lib, err := newLibrary()
	if err != nil {
		return err
	}
	defer lib.close()
	cases, err := readCases(args)
	if err != nil {
		return err
	}
	var results []result
	for _, c := range cases {
		r := c.repaired(context.Background(), lib)
		results = append(results, r)
		if verbose {
			r.show(os.Stdout)
		}
	}
	table(os.Stdout, results)
	return nil
}
