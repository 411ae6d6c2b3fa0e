import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** The second payment protocol, MPP. */
export const mppSettings = {
  mppSecrets: {
    name: 'MPP_SECRET',
    what: 'Secrets of 32 characters or more, separated by commas, for challenge ids: the first one makes new ids, all of them are accepted. Unless set, one is created and kept in `DATA_DIR`; instances that share a ledger must share it.',
    default: '',
    secret: true,
    parse: format.list(format.hmacSecret),
  },
  mppBareHash: {
    name: 'MPP_BARE_HASH',
    what: 'Whether a transaction hash without a proof of its payer is accepted, first come first served: accept or refuse.',
    default: { sandbox: 'accept', live: 'refuse' },
    parse: format.oneOf('accept', 'refuse'),
  },
  theftLossPerDay: {
    name: 'THEFT_LOSS_USD_PER_DAY',
    what: 'The value of answers per day, in dollars, for payers whose transaction hash another caller used first.',
    default: '1',
    parse: format.decimal(6, '1000000'),
  },
} as const satisfies Record<string, Setting<unknown>>
