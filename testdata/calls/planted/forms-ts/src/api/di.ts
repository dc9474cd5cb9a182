import { injectable, inject } from 'tsyringe';
import { Controller, Get, Inject } from '@nestjs/common';
import { FileRepo2 } from './repo';
@injectable()
class Mailer { send() { sync(); } }
import { sync } from './repo';
@Controller()
export class C {
  @Inject(FileRepo2) repo: FileRepo2;
  constructor(@inject(Mailer) private mailer: Mailer) {}
  @Get() one() { this.mailer.send(); return this.repo.read(); }
}
