const fs = require('fs-extra');
exports.withLock = async (work) => {
  fs.ensureFileSync('lock'); //!
  try { return await work(); } finally { fs.removeSync('lock'); } //!
};
