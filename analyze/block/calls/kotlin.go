package calls

import (
	"bytes"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/outline"
)

// kotlin are the calls that block the dispatchers of coroutines, and event loops below them.
var kotlin = func() *dialect {
	t := &table{by: map[string]blocker{}, ends: map[string]blocker{}}
	t.add("delay", "", "Thread.sleep java.lang.Thread.sleep java.util.concurrent.TimeUnit.SECONDS.sleep java.util.concurrent.TimeUnit.MILLISECONDS.sleep")
	t.add("what it calls, which suspends", "", "runBlocking kotlinx.coroutines.runBlocking")
	const io = "withContext(Dispatchers.IO)"
	t.add(io, "java.io.File().", "readText readBytes readLines writeText writeBytes appendText appendBytes copyTo copyRecursively deleteRecursively bufferedReader inputStream outputStream forEachLine useLines")
	t.add(io, "java.nio.file.Files.", "readString readAllBytes readAllLines write writeString copy move delete size lines walk newBufferedReader")
	t.add("a client that suspends", "java.net.URL().", "readText readBytes openStream openConnection")
	t.add("a driver that suspends, such as R2DBC, or "+io, "java.sql.", "DriverManager.getConnection DriverManager.getConnection().createStatement().executeQuery")
	t.ends[".newCall().execute"] = blocker{name: "Call.execute", instead: "enqueue, or a client that suspends"}
	for _, method := range strings.Fields("query queryForObject queryForList queryForMap update batchUpdate execute") {
		t.ends["dbcTemplate."+method] = blocker{name: "JdbcTemplate." + method, instead: "R2DBC, or " + io}
		t.by["org.springframework.jdbc.core.JdbcTemplate()."+method] = t.ends["dbcTemplate."+method]
	}
	for _, method := range strings.Fields("executeQuery executeUpdate") {
		t.ends["."+method] = blocker{name: "java.sql " + method, instead: "R2DBC, or " + io, text: func(file []byte, _ outline.Call) bool {
			return bytes.Contains(file, []byte("java.sql")) || bytes.Contains(file, []byte("javax.sql"))
		}}
	}
	for _, method := range strings.Fields("getForObject getForEntity postForObject postForEntity exchange") {
		t.ends["estTemplate."+method] = blocker{name: "RestTemplate." + method, instead: "WebClient"}
		t.by["org.springframework.web.client.RestTemplate()."+method] = t.ends["estTemplate."+method]
	}
	for _, method := range strings.Fields("block blockFirst blockLast blockOptional") {
		t.ends["."+method] = blocker{name: method, instead: "awaitSingle", text: func(file []byte, c outline.Call) bool {
			return strings.HasPrefix(c.Text, ")") && reactive.Match(file)
		}}
	}
	return &dialect{
		table: t, read: outline.Kotlin, self: "this",
		server:       lazyregexp.New(`\b(io\.ktor\.server|org\.springframework\.(web|stereotype|boot)|io\.vertx|io\.micronaut|io\.quarkus|jakarta\.ws\.rs|javax\.ws\.rs|org\.http4k|io\.grpc|io\.javalin)\b`),
		asynchronous: lazyregexp.New(`\bsuspend\b|\bkotlinx\.coroutines\b|io\.ktor|reactor`),
		aside:        lazyregexp.New(`(^|/)(\w*[tT]est|androidTest|build|benchmarks?|samples?)/|\.kts$|Tests?\.kt$`),
		away: map[string]bool{"thread": true, "Thread": true, "submit": true, "execute": true, "runInterruptible": true, "supplyAsync": true, "runAsync": true,
			"fromCallable": true, "executeBlocking": true, "schedule": true, "scheduleAtFixedRate": true, "newThread": true, "lazy": true},
		dispatcher: blockingDispatcher,
		coroutine: func(s outline.Scope) bool {
			switch s.Name[strings.LastIndexByte(s.Name, '.')+1:] {
			case "launch", "async", "coroutineScope", "supervisorScope", "withTimeout", "withTimeoutOrNull":
				return true
			case "withContext":
				return strings.HasPrefix(s.Text, "Dispatchers.Default") || strings.HasPrefix(s.Text, "Dispatchers.Unconfined")
			}
			return false
		},
		route: func(s outline.Scope) (method, path string, ok bool) {
			if s.Kind == outline.Function {
				return attributed(s.Marks)
			}
			if found := ktor.FindStringSubmatch(s.Name); found != nil && strings.HasPrefix(s.Text, `"`) {
				path, _, _ := strings.Cut(s.Text[1:], `"`)
				return strings.ToUpper(found[1]), path, strings.HasPrefix(path, "/")
			}
			return "", "", false
		},
		served: lazyregexp.New(`\b\w*(Request|Call|Exchange|RoutingContext)\b`),
		routes: func(outline.Call, func(function, method, path string)) {},
	}
}()

// blockingDispatcher is an argument that by its name is a dispatcher for what blocks, or is made of a pool of its own.
var blockingDispatcher = lazyregexp.New(`^[^{"]*?(\b(\w+[dD]|[dD])ispatchers?\.(io|VT|Loom|LOOM|Virtual\w*)\b|\b_?(io|IO|blocking|virtual|loom)(Thread)?Dispatcher\b|\.asCoroutineDispatcher\(|\bnewFixedThreadPoolContext\()`)

// scopeOfIO ends what stands in front of the name of what launches in a scope whose threads may block.
var scopeOfIO = lazyregexp.New(`\bCoroutineScope\([^;{}"]*\bDispatchers\.IO\b[^;{}"]*\)\.$`)

// ktor are the functions that register a lambda for requests, and reactive what files that block() on them import.
var (
	ktor     = lazyregexp.New(`^(?:io\.ktor\.server\.routing\.)?(get|post|put|patch|delete|head|options)$`)
	reactive = lazyregexp.New(`reactor\.|reactive|WebClient`)
)
