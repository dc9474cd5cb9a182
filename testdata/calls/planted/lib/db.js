const Database = require('better-sqlite3');
const db = new Database('x.db');
exports.all = (sql) => db.prepare(sql).all(); //!
