const bcrypt = require('bcryptjs');
const { pbkdf2Sync: derive } = require('crypto');
class Hash {
  constructor(rounds) { this.rounds = rounds; this.salt = bcrypt.genSaltSync(rounds); }
  verify(text, hash) { return bcrypt.compareSync(text, hash) || this.#old(text) === hash; } //!
  #old(text) { return derive(text, 'salt', 1000, 32, 'sha1'); } //!
  make(text) { return bcrypt.hashSync(text, this.rounds); } //!
  unused(text) { return bcrypt.hashSync(text, 4); }
}
module.exports = new Hash(10);
