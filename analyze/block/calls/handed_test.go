package calls

import "testing"

// TestHanded follows functions that a function is handed where an argument in front of them may be left out to those
// who hand them over, and not to all others who call it.
func TestHanded(t *testing.T) {
	checkLines(t, "a.js", "left out", `const fs = require('fs');
function bound(host, callback) {
  if (typeof host === 'function') { callback = host; host = null; }
  if (!host) return callback('localhost');
  lookup(host, callback);
  Promise.resolve(host).then(callback);
}
function later(callback) { Promise.resolve().then(callback); }
function open(options, callback) {
  callback = callback || options;
  callback();
}
function wrapped(callback) {
  callback = limited(callback);
  callback();
}
bound('a', function () { fs.readFileSync('start'); });
bound(atStart);
later(atStart);
function atStart() { fs.readFileSync('start'); }
function perRequest() { fs.readFileSync('page'); } //!
function soon() { fs.readFileSync('page'); } //!
function other() { fs.readFileSync('page'); } //!
app.get('/', (req, res) => {
  bound('b', function () { fs.readFileSync('page'); }); //!
  bound(perRequest);
  later(soon);
  open({}, other);
  wrapped(function () { fs.readFileSync('page'); }); //!
});
`)
}
