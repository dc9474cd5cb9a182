const fs = require('fs');
exports.second = function () { fs.truncateSync('a'); }; //!
exports.each = (n) => fs.utimesSync('a', 1, 1); //!
exports.finish = () => { fs.rmdirSync('a'); }; //!
exports.tick = () => fs.closeSync(1); //!
exports.tock = () => fs.fstatSync(1); //!
