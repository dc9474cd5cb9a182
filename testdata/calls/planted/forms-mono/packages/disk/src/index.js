import { readFileSync } from 'fs';
export const read = (n) => readFileSync(n); //!
