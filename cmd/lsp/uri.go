package lsp

import (
	"net/url"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// pathOf returns the path of a file that a URI names; ok is false for a URI of anything else.
func pathOf(uri string) (name string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Path == "" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	name = u.Path
	if runtime.GOOS == "windows" {
		name = strings.TrimPrefix(name, "/") // in front of the drive
		if u.Host != "" {
			name = "//" + u.Host + "/" + name
		}
	} else if u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	name = filepath.Clean(filepath.FromSlash(name))
	return name, filepath.IsAbs(name)
}

// uriOf returns the URI of a file with an absolute path.
func uriOf(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // a drive
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

// lastName returns the last part of a URI's path, which is the name of a file or stands for one.
func lastName(uri string) string {
	if u, err := url.Parse(uri); err == nil {
		if u.Path != "" {
			return path.Base(u.Path)
		}
		return path.Base(u.Opaque)
	}
	return ""
}

// below returns the path of a file from a folder on, with slashes; ok is false for one that is not in it.
func below(folder, name string) (string, bool) {
	rel, err := filepath.Rel(folder, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
