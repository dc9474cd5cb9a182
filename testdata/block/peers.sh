#!/usr/bin/env bash
# Lets load generators and snag look at the same stalls: /health of a Node server at 200 requests a
# second for ten seconds, while /spin blocks its loop four times for 500 ms. An open-loop client must
# see p90 = 250, p95 = 375, p99 = 475 and max = 500 ms. Needs node, npm and go; fetches autocannon and
# vegeta. Prints a Markdown table.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
snag=${SNAG:-}
if [ -z "$snag" ]; then
	snag=$work/snag
	(cd ../.. && go build -o "$snag" .)
fi
# As a dependency of a module of its own, which asks the proxy for nothing but this version.
mkdir "$work/peer"
printf 'module peer\n\ngo 1.26\n\nrequire github.com/tsenart/vegeta/v12 v12.12.0\n' >"$work/peer/go.mod"
(cd "$work/peer" && GOFLAGS=-mod=mod go build -o "$work/vegeta" github.com/tsenart/vegeta/v12)
npm install --silent --no-audit --no-fund --prefix "$work" autocannon@8.0.0 >/dev/null
node server.js 0 >"$work/out" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
until grep -q listening "$work/out"; do sleep 0.1; done
url=http://127.0.0.1:$(sed 's/.* //' "$work/out")

stall() { for _ in 1 2 3 4; do sleep 1.75; curl -s -o /dev/null "$url/spin?n=500"; done; }
row() { printf '| %s | %s | %s | %s | %s | %s |\n' "$@"; }
field() { node -e 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>{const v=JSON.parse(t);console.log(eval(process.argv[1]))})' "$1"; }

row 'tool' 'p90' 'p95 (p97.5)' 'p99' 'max' 'stalls listed'
row '---' '---:' '---:' '---:' '---:' '---:'
row 'truth' 250 375 475 500 4

for flags in '-c 1 -R 200' '-c 10'; do
	stall & "$work/node_modules/.bin/autocannon" $flags -d 10 -j "$url/health" >"$work/json" 2>/dev/null
	wait $!
	row "autocannon $flags" $(field 'v.latency.p90+" ("+v.latency.p97_5+") "+v.latency.p99+" "+v.latency.max' <"$work/json") -
done
for flags in '' '-max-workers 1'; do
	stall & echo "GET $url/health" | "$work/vegeta" attack -rate 200 -duration 10s $flags | "$work/vegeta" report -type json >"$work/json"
	wait $!
	row "vegeta $flags" $(field '[v.latencies["90th"],v.latencies["95th"],v.latencies["99th"],v.latencies.max].map(x=>(x/1e6).toFixed(0)).join(" ")' <"$work/json") -
done
stall & "$snag" block watch --rate 200 --duration 10s --floor 100ms --budget 100ms --fail-on none -f json "$url/health" >"$work/json"
wait $!
row "snag block watch" $(field 'const r=v.data.responses;[r.p90_ms,r.p95_ms,r.p99_ms,r.max_ms].map(x=>x.toFixed(0)).join(" ")+" "+v.data.stalls.length+":&nbsp;"+v.data.stalls.map(s=>s.length_ms.toFixed(0)).join(",")' <"$work/json")
