import { Controller, Get, Injectable } from '@nestjs/common';
import { readFileSync } from 'fs';
import { FileService } from './service';
@Controller('nest')
export class NestController {
  constructor(private readonly files: FileService) {}
  @Get(':id')
  one(id: string) { return this.files.read(id) + readFileSync(id); } //!
}
