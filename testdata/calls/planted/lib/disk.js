const fs = require('graceful-fs'), glob = require('glob'), mkdirp = require('mkdirp'), rimraf = require('rimraf');
const cp = require('child_process');
exports.send = function (q, s) {
  s.end(fs.readFileSync(find(q.params.name))); //!
};
function find(name) {
  return glob.sync(name)[0] || cp.execSync('find ' + name); //!2
}
exports.save = (req) => {
  mkdirp.sync(req.params.name); //!
  fs.copyFileSync('a', req.params.name); //!
  clean();
};
const clean = () => rimraf.sync('tmp'); //!
exports.controller = {
  remove(q, s) { this.log(q); fs.unlinkSync(q.params.name); s.end(); }, //!
  log(q) { fs.appendFileSync('log', q.url); }, //!
  other(q) { fs.statSync(q.url); },
};
