package model

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"path"
	"sync"
)

// compressed are the documents of the folder data in the form that unpack reads, one member of gzip each, in the order of the
// names of their files: to parse YAML takes several times as long. TestEmbedded makes it with -update.
//
//go:embed data.gz
var compressed []byte

// A dataFile is a document of the folder data, under the name that errors show.
type dataFile struct {
	name   string
	packed []byte
}

// dataFiles are the files of the folder data, sorted by name.
var dataFiles = sync.OnceValue(func() []dataFile {
	files, err := decompress(compressed)
	if err != nil {
		panic(fmt.Sprintf("the data of the program: %v", err))
	}
	return files
})

// decompress returns the files of the members of a gzip file, in their order.
func decompress(text []byte) (files []dataFile, err error) {
	in := bytes.NewReader(text)
	member, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	for {
		member.Multistream(false)
		text, err := io.ReadAll(member)
		if err != nil {
			return nil, err
		}
		files = append(files, dataFile{member.Name, text})
		if err := member.Reset(in); err == io.EOF {
			return files, nil
		} else if err != nil {
			return nil, err
		}
	}
}

// embedded are the models of the program itself, by language.
var embedded = func() (all [len(languages)]func() *Model) {
	for l := range all {
		all[l] = sync.OnceValue(func() *Model { return load("data/"+languages[l]+"*.yaml", "data/roles.yaml") })
	}
	return all
}()

var everything = sync.OnceValue(func() *Model { return load("data/*.yaml") })

// load reads files of the program. What is wrong with them is a fault of the program, which its tests find.
func load(patterns ...string) *Model {
	var all Model
	for _, pattern := range patterns {
		for _, file := range dataFiles() {
			matched, err := path.Match(pattern, file.name)
			if err == nil && matched {
				err = all.read(&document{file: file.name, trusted: true}, unpack(file.packed))
			}
			if err != nil {
				panic(fmt.Sprintf("the data of the program: %v", err))
			}
		}
	}
	if err := all.check(nil); err != nil {
		panic(fmt.Sprintf("the data of the program: %v", err))
	}
	all.index()
	return &all
}
