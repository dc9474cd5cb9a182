import { readFileSync, statSync as stat } from 'node:fs';
export default function load(name: string) { return readFileSync(name); } //!
export const size = (name: string): number => stat(name).size; //!
export const table = { one: (n: string) => readFileSync(n), two(n: string) { return stat(n); } }; //!2
