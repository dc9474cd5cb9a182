import { execSync } from 'child_process';
export function compute(b: unknown) { return execSync('ls'); } //!
