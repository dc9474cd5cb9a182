import { readdirSync, rmSync } from 'fs';
class Inner { run() { return readdirSync('.'); } all() { return [1].map(this.each); } each(n: number) { rmSync('x'); } } //!2
export default Inner;
