import 'reflect-metadata'
import { Module, ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { NestExpressApplication } from '@nestjs/platform-express'
import { ShopController } from './shop.controller'
import { ShopService } from './shop.service'

@Module({ controllers: [ShopController], providers: [ShopService] })
class ShopModule {}

export async function start() {
  const app = await NestFactory.create<NestExpressApplication>(ShopModule, { logger: ['error'] })
  app.useBodyParser('json', { limit: '1mb' })
  app.setGlobalPrefix('api')
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }))
  await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1')
  console.log('port', app.getHttpServer().address().port)
}
