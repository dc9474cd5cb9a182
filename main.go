// Snag finds what stalls a service before its users do. See the README.
package main

import (
	"os"

	"snag/cmd"
)

func main() {
	os.Exit(cmd.Main(os.Args[1:], cmd.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
