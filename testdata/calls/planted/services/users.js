import fs, { existsSync } from 'fs';
import path from 'path';
import { compress } from './compress.mjs';
import { store } from './index.js';
export function list(q, s) {
  s.json(fs.readdirSync('users').map(name)); //!
}
const name = (file) => path.basename(file) + fs.statSync(file).size; //!
export async function one(id) {
  if (!existsSync(id)) return null; //!
  return compress(store.read(id));
}
export const create = (user) => {
  store.write(user.id, user);
  return notify(user);
};
function notify(user) {
  return [user].forEach((u) => fs.appendFileSync('log', u.id)); //!
}
export function warm() { fs.readdirSync('users'); }
