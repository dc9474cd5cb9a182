package locate

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"snag/analyze/shutdown"
)

// Registered is a route that a running program has registered with its framework.
type Registered struct {
	// Method is that of HTTP, or ALL; Path is in the syntax of the framework, with all prefixes, and "{…}" for those
	// that cannot be told.
	Method, Path string
	// Handlers are where the functions that answer begin, as far as they are the user's.
	Handlers []Place
}

// registered walks the routers among all functions, which are its this, and those that FOUND is replaced with.
//
//go:embed registered.js
var registered string

// mostHandlers bounds the functions whose lines are asked for.
const mostHandlers = 3000

// remote is a value in the process.
type remote struct {
	ID    string `json:"objectId"`
	Value any    `json:"value"`
}

// RoutesOfNode asks the last Node process for the routes that are registered in it, with Express, Koa, Fastify or
// what is built on them. The process is halted for about as long as a collection of its garbage takes.
func RoutesOfNode(ctx context.Context, pids []int) ([]Registered, error) {
	pid := last(pids, shutdown.Node)
	if pid == 0 {
		return nil, errNotNode
	}
	in, err := OpenInspector(ctx, pid)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	const limit = 10 * time.Second
	for _, domain := range []string{"Runtime.enable", "Debugger.enable"} { // the latter names the scripts
		if err := in.Call(domain, struct{}{}, nil, limit); err != nil {
			return nil, err
		}
	}
	instances := func(prototype string) (objects remote, err error) {
		var p struct {
			Result    remote `json:"result"`
			Exception any    `json:"exceptionDetails"`
		}
		if err := in.Call("Runtime.evaluate", map[string]any{"expression": prototype, "includeCommandLineAPI": true, "silent": true}, &p, limit); err != nil {
			return objects, err
		}
		if p.Exception != nil || p.Result.ID == "" {
			return objects, errors.New("the prototype is not known")
		}
		var found struct {
			Objects remote `json:"objects"`
		}
		err = in.Call("Runtime.queryObjects", map[string]string{"prototypeObjectId": p.Result.ID}, &found, limit)
		return found.Objects, err
	}
	functions, err := instances("Function.prototype")
	if err != nil {
		return nil, err
	}
	declaration, arguments := strings.Replace(registered, "FOUND", "[]", 1), []remote{}
	const finder = `require.cache[Object.keys(require.cache).find(k => /find-my-way[\\/]index\.js$/.test(k))].exports.prototype`
	if routers, err := instances(finder); err == nil {
		declaration = strings.Replace(strings.Replace(registered, "FOUND", "routers", 1), "function ()", "function (routers)", 1)
		arguments = append(arguments, routers)
	}
	ids := []map[string]string{}
	for _, a := range arguments {
		ids = append(ids, map[string]string{"objectId": a.ID})
	}
	var result struct {
		Result remote `json:"result"`
	}
	if err := in.Call("Runtime.callFunctionOn", map[string]any{"objectId": functions.ID, "functionDeclaration": declaration, "arguments": ids, "awaitPromise": true, "silent": true}, &result, limit); err != nil {
		return nil, err
	}
	members, err := in.members(result.Result.ID)
	if err != nil {
		return nil, err
	}
	var all []struct {
		Method, Path string
		Handlers     []int
	}
	text, _ := members["routes"].Value.(string)
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, err
	}
	handlers, err := in.members(members["functions"].ID)
	if err != nil {
		return nil, err
	}
	places := map[int]Place{}
	var routes []Registered
	for _, r := range all {
		one := Registered{Method: r.Method, Path: r.Path}
		for _, number := range r.Handlers {
			place, known := places[number]
			if !known && len(places) < mostHandlers && ctx.Err() == nil {
				place = in.placeOf(handlers[strconv.Itoa(number)])
				places[number] = place
			}
			if place.Line > 0 {
				one.Handlers = append(one.Handlers, place)
			}
		}
		routes = append(routes, one)
	}
	return routes, ctx.Err()
}

// members are the properties of an object of the process by their names.
func (in *Inspector) members(id string) (map[string]remote, error) {
	var properties struct {
		Result []struct {
			Name  string `json:"name"`
			Value remote `json:"value"`
		} `json:"result"`
	}
	if err := in.Call("Runtime.getProperties", map[string]any{"objectId": id, "ownProperties": true}, &properties, 10*time.Second); err != nil {
		return nil, err
	}
	all := map[string]remote{}
	for _, p := range properties.Result {
		all[p.Name] = p.Value
	}
	return all, nil
}

// placeOf is where a function begins, the zero Place for one that is not known.
func (in *Inspector) placeOf(function remote) Place {
	var properties struct {
		Internal []struct {
			Name  string `json:"name"`
			Value remote `json:"value"`
		} `json:"internalProperties"`
	}
	if in.Call("Runtime.getProperties", map[string]any{"objectId": function.ID, "ownProperties": true}, &properties, time.Second) != nil {
		return Place{}
	}
	for _, p := range properties.Internal {
		if p.Name == "[[FunctionLocation]]" {
			location, _ := p.Value.Value.(map[string]any)
			script, _ := location["scriptId"].(string)
			line, _ := location["lineNumber"].(float64)
			if url := in.scripts[script]; strings.HasPrefix(url, "file:") {
				return Place{File: filePath(url), Line: int(line) + 1}
			}
		}
	}
	return Place{}
}
