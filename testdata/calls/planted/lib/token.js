const crypto = require('crypto');
const fs = require('node:fs');
const key = fs.readFileSync('key.pem');
module.exports.checkToken = (token) => {
  const secret = crypto.scryptSync(token, 'salt', 32); //!
  const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 }); //!
  return { key, secret, pair, hash: fs.readFileSync('hash') }; //!
};
