import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Payments that are given back: credits of offers that are settled first. */
export const refundSettings = {
  refundKey: {
    name: 'REFUND_KEY',
    what: 'Private key of the wallet that gives payments back, which holds USDC. Neither that of `PAY_TO` nor one of `SIGNER_KEY` or `SIGNER_KEY_RETIRING`. Without it nothing is given back, and credits stay.',
    secret: true,
    parse: format.privateKey,
  },
  refundAfterHours: {
    name: 'REFUND_AFTER_HOURS',
    what: 'The service gives a credit back when nobody has used it for this time. It gives a credit back at once when all of its runs failed.',
    default: '24',
    parse: format.integer(1, 8_760),
  },
  refundPerDay: {
    name: 'REFUND_USD_PER_DAY',
    what: 'What may be given back per UTC day, in dollars.',
    default: '5',
    parse: format.decimal(6, '1000000'),
  },
  refundPerPayerPerDay: {
    name: 'REFUND_USD_PER_PAYER_PER_DAY',
    what: 'The part of it that one payer may get.',
    default: '1',
    parse: format.decimal(6, '1000000'),
  },
} as const satisfies Record<string, Setting<unknown>>
