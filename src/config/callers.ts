import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** What a caller may do and may expect: quotas, limits and times. */
export const callerSettings = {
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    what: 'Addresses or ranges of the proxies whose `X-Forwarded-For` is believed, separated by commas.',
    default: '',
    parse: format.list(format.addressRange),
  },
  freeQuotaPerDay: {
    name: 'FREE_QUOTA_PER_DAY',
    what: 'Calls a day that a client address has on all quota routes together.',
    default: '25',
    parse: format.integer(0, 1_000_000),
  },
  freeCallsPerClientPerDay: {
    name: 'FREE_CALLS_PER_CLIENT_PER_DAY',
    what: 'First calls a day that are free for wallets of one client address.',
    default: { sandbox: '1000', live: '25' },
    parse: format.integer(0, 1_000_000),
  },
  rateLimitBurst: {
    name: 'RATE_LIMIT_BURST',
    what: 'Requests that a client address may send at once, to each process.',
    default: '1000',
    parse: format.integer(1, 10_000_000),
  },
  rateLimitPerSecond: {
    name: 'RATE_LIMIT_PER_SECOND',
    what: 'Requests a second that a client address may go on with, at each process.',
    default: '500',
    parse: format.integer(1, 10_000_000),
  },
  unchargedRunsPerHour: {
    name: 'UNCHARGED_RUNS_PER_HOUR',
    what: 'Failed or uncharged runs an hour that a payer and a client address may have.',
    default: '30',
    parse: format.integer(1, 1_000_000),
  },
  answerTtlHours: {
    name: 'ANSWER_TTL_HOURS',
    what: 'How long a paid answer is kept to be given again.',
    default: '24',
    parse: format.integer(1, 8_760),
  },
  priceGraceSeconds: {
    name: 'PRICE_GRACE_SECONDS',
    what: 'How long the old price is good after a change.',
    default: '300',
    parse: format.integer(0, 86_400),
  },
  settleWaitSeconds: {
    name: 'SETTLE_WAIT_SECONDS',
    what: 'How long a call waits for its settlement before it is answered as pending.',
    default: '60',
    parse: format.integer(1, 600),
  },
  maxBodyBytes: { name: 'MAX_BODY_BYTES', what: 'Largest request body.', default: '262144', parse: format.integer(1_024, 16_777_216) },
} as const satisfies Record<string, Setting<unknown>>
