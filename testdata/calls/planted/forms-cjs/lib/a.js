const fs = require('fs');
module.exports = { first, chain };
function first() { fs.linkSync('a', 'b'); } //!
function chain() { return { next: () => fs.chmodSync('a', 1) }; } //!
