import { Body, Controller, Get, Param, ParseIntPipe, Post, Query } from '@nestjs/common'
import { Cart, SearchQuery } from './shop.dto'
import { ShopService } from './shop.service'

@Controller()
export class ShopController {
  constructor(private readonly shop: ShopService) {}

  @Get('health')
  health() {
    return { ok: true }
  }

  @Get('search')
  search(@Query() query: SearchQuery) {
    return { words: query.q.split(' ').length }
  }

  @Post('cart')
  cart(@Body() cart: Cart) {
    return { items: this.shop.distinct(cart.items).length }
  }

  @Post('coupons')
  coupon(@Body('code') code: string) {
    return { known: this.shop.redeem(code) }
  }

  // Looks so: the pipe lets only whole numbers pass.
  @Get('orders/:number')
  order(@Param('number', ParseIntPipe) number: number) {
    return { known: /^(\d+)*$/.test(String(number)) }
  }
}
