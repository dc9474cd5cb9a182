package model

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

// compressed are the documents of the folder data in the form that unpack reads, in the order of the names of their files,
// compressed together as they repeat each other: to parse YAML takes several times as long. TestEmbedded makes it with
// -update.
//
//go:embed data.gz
var compressed []byte

// A dataFile is a document of the folder data, under the name that errors show.
type dataFile struct {
	name   string
	packed []byte
}

// decompress returns the files of a text that was compressed: of each the name with a zero behind it, the size as a varint,
// and what unpack reads.
func decompress(text []byte) (files []dataFile, err error) {
	in, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	rest, err := io.ReadAll(in)
	for err == nil && len(rest) > 0 {
		name, behind, _ := bytes.Cut(rest, []byte{0})
		size, n := binary.Uvarint(behind)
		rest = behind[n:]
		files = append(files, dataFile{string(name), rest[:size]})
		rest = rest[size:]
	}
	return files, err
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
