// Snag finds what stalls a service before its users do. See the README.
package main

import (
	"os"

	"snag/cmd"
	"snag/cmd/cli"
)

func main() {
	os.Exit(cmd.Main(os.Args[1:], cli.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
