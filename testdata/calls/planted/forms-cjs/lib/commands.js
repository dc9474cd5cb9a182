const cp = require('child_process');
module.exports.list = (req) => cp.execFileSync('ls'); //!
module.exports['kill'] = function (req) { cp.spawnSync('kill'); }; //!
