import fs from 'fs';
export class FileRepo2 { read() { return fs.readFileSync('x'); } } //!
export const sync = () => fs.fsyncSync(1); //!
