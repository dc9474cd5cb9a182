const fs = require('fs');
function load(name) { return JSON.parse(fs.readFileSync(name, 'utf8')); }
exports.config = load('config.json');
