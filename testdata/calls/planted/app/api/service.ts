import { Injectable } from '@nestjs/common';
import * as fs from 'fs';
@Injectable()
export class FileService {
  read(name: string): string { return this.path(name) + fs.readFileSync(name, 'utf8'); } //!
  private path(name: string): string { return fs.realpathSync(name); } //!
  get size(): number { return fs.statSync('x').size; }
}
