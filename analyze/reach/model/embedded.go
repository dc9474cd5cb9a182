package model

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"sync"
)

// compressed are the documents of the folder data in the form that unpack reads, one member of gzip each, in the order
// of the names of their files: to parse YAML takes several times as long. TestEmbedded makes it with -update.
//
//go:embed data.gz
var compressed []byte

// A dataFile is a document of the folder data, under the name that errors show.
type dataFile struct {
	name   string
	packed []byte
}

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

// embedded is the model of the program itself. What is wrong with it is a fault of the program, which its tests find.
var embedded = sync.OnceValue(func() *Model {
	m, err := load()
	if err != nil {
		panic(fmt.Sprintf("the data of the program: %v", err))
	}
	return m
})

// load reads the documents that the program carries.
func load() (*Model, error) {
	files, err := decompress(compressed)
	if err != nil {
		return nil, err
	}
	var all Model
	for _, file := range files {
		if err := all.read(&document{file: file.name, trusted: true}, unpack(file.packed)); err != nil {
			return nil, err
		}
	}
	if err := all.check(nil); err != nil {
		return nil, err
	}
	all.index()
	return &all, nil
}
