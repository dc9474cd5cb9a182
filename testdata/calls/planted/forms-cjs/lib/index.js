exports = module.exports = (x) => require('fs').accessSync(x); //!
