package cmd

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version returns the version that the build recorded, "devel" when it recorded none.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" {
		return "devel"
	}
	return cmp.Or(info.Main.Version, "devel")
}

// versionText is what --version prints: the version, the commit it was built from, and by what.
func versionText() string {
	words := []string{"snag", version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		setting := map[string]string{}
		for _, s := range info.Settings {
			setting[s.Key] = s.Value
		}
		if revision := setting["vcs.revision"]; revision != "" {
			words = append(words, fmt.Sprintf("(commit %.12s of %s)", revision, setting["vcs.time"]))
		}
		if setting["vcs.modified"] == "true" {
			words = append(words, "(modified)")
		}
	}
	words = append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
	return strings.Join(words, " ") + "\n"
}
