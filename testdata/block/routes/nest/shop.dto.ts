import { Type } from 'class-transformer'
import { ArrayNotEmpty, IsArray, IsEmail, IsIn, IsOptional, IsString, Matches, ValidateNested } from 'class-validator'

export class SearchQuery {
  // Stall: the words of a search, matched with a nested repetition.
  @IsString()
  @Matches(/^(\w+\s?)*$/)
  q: string

  @IsOptional()
  @IsIn(['price', 'name'])
  sort?: string
}

export class Item {
  @IsString()
  sku: string
}

export class Cart {
  @IsEmail()
  email: string

  @IsArray()
  @ArrayNotEmpty()
  @ValidateNested({ each: true })
  @Type(() => Item)
  items: Item[]
}
