import { marketPrice } from '../../goods/market/offers/price.ts'
import { priceOf } from '../../src/offers/offer.ts'
import { formatUsd } from '../../src/shared/money.ts'

/** What all servers sell: our service makes it from its sources, the others send the same prepared answer. */
export const goods = {
  path: '/v1/market/price/BTC',
  title: marketPrice.title,
  description: `${marketPrice.title}. ${marketPrice.purpose}`,
  /** "0.0075" */
  usd: formatUsd(priceOf(marketPrice)),
  answer: marketPrice.example.answer,
} as const
