package calling

import (
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/graph"
	"snag/analyze/source/tree"
)

// routeDecorators are those that NestJS, routing-controllers and their like put on handlers.
var routeDecorators = wordSet("Get Post Put Patch Delete All Head Options Search Sse MessagePattern EventPattern SubscribeMessage GrpcMethod GrpcStreamMethod Query Mutation ResolveField FieldResolver Subscription GET POST PUT PATCH DELETE Route HttpGet HttpPost HttpPut HttpDelete OnMessage Process Processor")

// requestTypes are types of parameters that only handlers have.
var requestTypes = wordSet("Request Req NextRequest NextApiRequest FastifyRequest IncomingMessage ExpressRequest HttpRequest KoaContext ParameterizedContext APIGatewayProxyEvent APIGatewayProxyEventV2 APIGatewayEvent LambdaEvent RequestEvent ServerRequest GetServerSidePropsContext H3Event")

// methodNames are methods that serve requests where they are exported.
var methodNames = wordSet("GET POST PUT PATCH DELETE HEAD OPTIONS")

// isCommand reports whether a file is a program for the command line.
func isCommand(f *File) bool {
	if strings.HasPrefix(string(f.Text[:min(2, len(f.Text))]), "#!") {
		return true
	}
	for _, l := range f.Graph.Loads {
		if l.Field == "argv" {
			if n := &f.Graph.Nodes[l.From]; n.Kind == graph.Global && n.Name == "process" {
				return true
			}
		}
	}
	return false
}

// commandBases are classes of which programs for the command line derive theirs.
var commandBases = lazyregexp.New(`(Command|Migration|Seeder|Generator|Reporter|TestCase|TestEnvironment)$`)

func scriptRoot(f *Func, command bool) Reason {
	t := f.Tree
	if t.Kind == tree.Constructor || t.Kind == tree.Setter {
		return Reason{}
	}
	for _, d := range t.Decorators {
		if routeDecorators[lastName(d)] {
			return handlesRequests
		}
	}
	if takesRequest(f) {
		return looksLikeOne
	}
	if !f.exported {
		if f.class != nil && (f.name == "canActivate" || f.name == "intercept") && len(t.Params) > 0 {
			return looksLikeOne
		}
		return Reason{}
	}
	switch {
	case methodNames[f.name], f.class == nil && (f.name == "handler" || f.name == "lambdaHandler") && !command:
		return looksLikeOne
	case !t.Async || t.Private || command || f.start || atStart.MatchString(f.name):
		return Reason{}
	case len(t.Params) > 0 && setUp[lastName(t.Params[0].Target)]:
		return Reason{}
	case f.method && f.class != nil && len(f.class.Bases) > 0 && commandBases.MatchString(lastName(f.class.Bases[0])):
		return Reason{}
	case f.method:
		return exportedMethod
	}
	return exportedAsync
}

// parameter is the name of a parameter, "{" for a pattern, and the last name of its type.
type parameter struct{ name, kind string }

// parameters returns the first few parameters of a function.
func parameters(t *tree.Func) (all []parameter) {
	for i := range t.Params[:min(mostTaken, len(t.Params))] {
		x := &t.Params[i]
		one := parameter{name: lastName(x.Target), kind: lastName(x.Type)}
		if k := x.Target; k != nil && (k.Op == tree.Object || k.Op == tree.Array) {
			one.name = "{"
			if first := k.Kid(0); k.Op == tree.Object && first != nil && (first.Text == "req" || first.Text == "request") {
				one.kind = "Request"
			}
		}
		all = append(all, one)
	}
	return all
}

// mostTaken is how many parameters the handlers of frameworks have at most: those of GraphQL, and of errors.
const mostTaken = 4

// TakesRequest reports whether a function of JavaScript has the parameters of a handler.
func (p *Program) TakesRequest(function int) bool {
	return p.lang == tree.JavaScript && takesRequest(&p.Funcs[function])
}

// takesRequest reports whether the parameters of a function are those of a handler.
func takesRequest(f *Func) bool {
	list := parameters(f.Tree)
	if len(list) == 4 && errorNames[list[0].name] {
		list = list[1:]
	}
	for _, one := range list {
		if requestTypes[one.kind] {
			return true
		}
	}
	switch {
	case len(list) == 0, len(f.Tree.Params) > mostTaken:
		return false
	case list[0].name == "interaction" && f.exported: // of a bot
		return true
	case len(list) == 1:
		return (list[0].name == "req" || list[0].name == "request") && (f.Tree.Async && !f.named || f.exported)
	}
	first, second := list[0].name, list[1].name
	switch {
	case requestNames[first] && responseNames[second]:
		return true
	case contextNames[first] && second == "next", first == "event" && second == "context":
		return true
	case len(list) >= 3 && resolverNames[first] && (second == "args" || second == "_args" || second == "{") && (contextNames[list[2].name] && list[2].name != "c" || list[2].name == "{"):
		return true
	}
	return false
}
