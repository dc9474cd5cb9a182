import * as crypto from 'crypto';
export default class Keys {
  static #instance: Keys;
  static get(): Keys { return (this.#instance ??= new Keys()); }
  derive = (p: string) => crypto.scryptSync(p, 's', 32); //!
  pair() { return crypto.generateKeyPairSync('rsa', {}); } //!
}
