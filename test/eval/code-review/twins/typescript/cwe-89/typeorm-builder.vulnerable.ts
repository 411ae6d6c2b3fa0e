import { Controller, Get, Query } from '@nestjs/common'
import { DataSource } from 'typeorm'

@Controller('orders')
export class OrdersController {
  constructor(private readonly source: DataSource) {}

  @Get()
  list(@Query('state') state: string) {
    return this.source
      .createQueryBuilder()
      .from('orders', 'o')
      .where(`o.state = '${state}'`)
      .getRawMany()
  }
}
