const util = require('util'), fs = require('fs');
function Model() {}
Model.prototype.persist = function () { fs.writeSync(1, 'x'); }; //!
function User(n) { Model.call(this); this.n = n; }
util.inherits(User, Model);
User.prototype.save = function () { this.persist(); };
User.find = (n) => fs.opendirSync(n); //!
module.exports = User;
