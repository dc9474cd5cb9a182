import * as fs from 'node:fs';
import { execFileSync as run, spawnSync } from 'child_process';
class Base {
  read(id) { return this.open(id) + fs.readFileSync(id); } //!
  open(id) { return fs.openSync(id); } //!
}
export class Store extends Base {
  write(id, value) {
    super.open(id);
    fs.writeFileSync(id, JSON.stringify(value)); //!
    this.sync(id);
  }
  sync(id) {
    run('sync', [id]); //!
    spawnSync('ls'); //!
    if (!fs.existsSync(id)) fs.mkdirSync(id); //!2
  }
}
export const store = new Store();
