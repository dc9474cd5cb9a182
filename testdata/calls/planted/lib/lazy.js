const fs = require('fs');
module.exports = { render(res) { res.end(fs.readFileSync('page.html') + part()); } }; //!
function part() { return Atomics.wait(new Int32Array(4), 0, 0, 10); } //!
