package block

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"slices"
	"strings"

	"snag/analyze/block/routes"
	"snag/analyze/reach/route"
	"snag/cmd/cli"
	"snag/cmd/worktree"
	"snag/probe/locate"
	"snag/probe/wire"
)

// descriptions are the paths at which frameworks describe a service in OpenAPI.
var descriptions = []string{"/openapi.json", "/swagger.json", "/v3/api-docs", "/api-json", "/swagger/v1/swagger.json", "/documentation/json", "/apispec_1.json", "/spec.json",
	"/schema/openapi.json", "/docs/openapi.json", "/api/openapi.json", "/api/schema/?format=json", "/q/openapi?format=json"}

// ask adds the routes that the service tells of itself: by a description that it serves, and, where it runs in Node
// and snag started it, those that are registered in the process.
func (r *routesRun) ask(ctx context.Context) {
	r.progress.Set(0, 0, "asking the service for its routes")
	var listed []routes.Route
	if r.options.openapi == "" {
		listed = r.described(ctx)
	}
	if o := r.options; o.MayAsk && o.Child != nil {
		registered, err := locate.RoutesOfNode(ctx, o.PIDs)
		if err != nil && len(r.routes) == 0 {
			r.notes = append(r.notes, "the process was not asked for its routes: "+err.Error())
		}
		for _, one := range registered {
			listed = append(listed, r.registeredRoutes(one)...)
		}
	}
	if len(listed) > 0 {
		all := routes.Join(r.routes, shortened(listed))
		inform(all)
		r.routes = routes.Merge(all...)
		inform(r.routes)
	}
	r.routes = routes.Assume(r.routes)
}

// described reads the first description that the service serves.
func (r *routesRun) described(ctx context.Context) []routes.Route {
	client := wire.NewClient(r.options.Wire)
	defer client.Close()
	for _, path := range descriptions {
		in, err := r.visitor.Input(routes.Request{Method: "GET", Path: path}, 1<<20)
		if err != nil {
			return nil
		}
		request, err := in.Request(1, r.options.seed)
		if err != nil {
			return nil
		}
		reply := client.Do(ctx, request.Bytes(r.options.Wire), r.options.Limit)
		if reply.Outcome != wire.Answered || reply.Status != 200 || !bytes.Contains(reply.Body, []byte(`"paths"`)) {
			continue
		}
		if all, err := routes.FromOpenAPI(reply.Body); err == nil {
			r.notes = append(r.notes, "the service describes "+cli.Plural(len(all), "route")+" at "+path)
			return without(r.options.basePath(), all)
		}
	}
	return nil
}

// registeredRoutes are the routes that a registration in the process makes, one for each method.
func (r *routesRun) registeredRoutes(one locate.Registered) (all []routes.Route) {
	methods := []string{one.Method}
	if one.Method == "ALL" {
		methods = []string{"GET", "POST"}
	}
	for _, method := range methods {
		if strings.Contains(one.Path, route.Unknown) || slices.Contains([]string{"HEAD", "OPTIONS", "TRACE", "CONNECT"}, method) || strings.ContainsAny(method, " -") {
			continue
		}
		x := routes.Route{Method: method, From: []string{"service"}}
		x.Path, _ = route.Normal(one.Path, false)
		x.Constrained(one.Path)
		for _, h := range one.Handlers {
			x.File, x.Line = r.named(h.File), h.Line // the last one answers
			x.Handlers = append(x.Handlers, placeWords(x.File, x.Line))
		}
		all = append(all, x)
	}
	return all
}

// named returns the name that a file of a process has in the report: that by which its routes were read, which may lead
// out of the current folder.
func (r *routesRun) named(path string) string {
	name := worktree.DisplayPath(path)
	info, err := os.Stat(path)
	if err != nil {
		return name
	}
	tried := map[string]bool{name: true}
	for _, one := range r.routes {
		if tried[one.File] {
			continue
		}
		tried[one.File] = true
		if other, err := os.Stat(one.File); err == nil && os.SameFile(info, other) {
			return one.File
		}
	}
	return name
}

// shortened leaves out what is listed twice, once without the prefix under which it is mounted.
func shortened(listed []routes.Route) []routes.Route {
	return slices.DeleteFunc(slices.Clone(listed), func(a routes.Route) bool {
		return len(a.Handlers) > 0 && slices.ContainsFunc(listed, func(b routes.Route) bool {
			return cmp.Compare(len(b.Path), len(a.Path)) > 0 && a.Method == b.Method && a.Path != "/" && strings.HasSuffix(b.Path, a.Path) && slices.Equal(a.Handlers, b.Handlers)
		})
	})
}
