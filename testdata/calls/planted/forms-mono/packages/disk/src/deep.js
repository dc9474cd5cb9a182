import fs from 'fs';
export function deep() { return fs.cpSync('a', 'b'); } //!
