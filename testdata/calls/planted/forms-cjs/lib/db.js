const fs = require('fs');
function Db() { if (!(this instanceof Db)) return new Db(); }
Db.prototype.query = function (q) { return fs.readSync(1, q); }; //!
module.exports = new Db();
