import { BadRequestException, Injectable } from '@nestjs/common'
import { Item } from './shop.dto'

@Injectable()
export class ShopService {
  // Stall: every item is compared with every other.
  distinct(items: Item[]): Item[] {
    const unique: Item[] = []
    for (const item of items) {
      if (!unique.some(other => other.sku.toLowerCase() === item.sku.toLowerCase())) unique.push(item)
    }
    return unique
  }

  // Looks so: no code is longer than twelve characters.
  redeem(code: string): boolean {
    if (typeof code !== 'string' || code.length > 12) throw new BadRequestException('code must be a short string')
    return /^([A-Z0-9]+-?)+$/.test(code)
  }
}
