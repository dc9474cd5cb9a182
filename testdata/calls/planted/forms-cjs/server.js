const http = require('http');
const lib = { ...require('./lib/a'), ...require('./lib/b') };
const User = require('./models/user');
const { createContainer, asClass } = require('awilix');
const makeHandlers = require('./lib/factory');
const commands = require('./lib/commands');
const handlers = makeHandlers({ db: require('./lib/db'), User });
http.createServer((req, res) => {
  lib.first(); lib.second();
  new User(req.url).save();
  User.find(req.url);
  handlers.show(req, res);
  commands[req.headers.cmd](req);
  require('./lib')('x');
  lib.chain().next();
  Promise.all([1, 2].map(lib.each)).then(lib.finish);
  setImmediate(lib.tick);
  process.nextTick(() => lib.tock());
}).listen(1);
