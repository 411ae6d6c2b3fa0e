import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Limits for callers: quotas, rates and times. */
export const callerSettings = {
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    what: 'Addresses or ranges of the proxies whose `X-Forwarded-For` is believed, separated by commas.',
    default: '',
    parse: format.list(format.proxyRange),
  },
  freeQuotaPerDay: {
    name: 'FREE_QUOTA_PER_DAY',
    what: 'Free calls that a client address has per day, on all quota routes together.',
    default: '25',
    parse: format.integer(0, 1_000_000),
  },
  freeCallsPerClientPerDay: {
    name: 'FREE_CALLS_PER_CLIENT_PER_DAY',
    what: 'Free first calls per day for the wallets of one client address.',
    default: { sandbox: '1000', live: '25' },
    parse: format.integer(0, 1_000_000),
  },
  firstCallCharged: {
    name: 'FIRST_CALL_CHARGED',
    what: "Offers, by their ids and separated by commas, whose first call is charged like any other. A wallet's first paid call of other offers below $0.03 is free.",
    default: '',
    parse: format.list(format.identifier),
  },
  settleFirst: {
    name: 'SETTLE_FIRST',
    what: 'Offers, by their ids and separated by commas, whose payments are settled before the work, since the work costs you money. If it fails, the payment is a credit.',
    default: '',
    parse: format.list(format.identifier),
  },
  rateLimitBurst: {
    name: 'RATE_LIMIT_BURST',
    what: 'Requests that a client address may send at once, to all workers together.',
    default: '1000',
    parse: format.integer(1, 10_000_000),
  },
  rateLimitPerSecond: {
    name: 'RATE_LIMIT_PER_SECOND',
    what: 'Requests per second that a client address may send in the long run, to all workers together.',
    default: '500',
    parse: format.integer(1, 10_000_000),
  },
  unchargedRunsPerHour: {
    name: 'UNCHARGED_RUNS_PER_HOUR',
    what: 'Calls of one payer that may end per hour without a charge by its own doing, and one more for each payment that it has settled, up to 256.',
    default: '30',
    parse: format.integer(1, 1_000_000),
  },
  unchargedRunsPerClientPerHour: {
    name: 'UNCHARGED_RUNS_PER_CLIENT_PER_HOUR',
    what: 'The same for all new payers and free calls of a client address together; a call of several seconds counts as several. Payers that have settled a payment here are not held to it.',
    default: '1000',
    parse: format.integer(1, 10_000_000),
  },
  unsettledPayments: {
    name: 'UNSETTLED_PAYMENTS',
    what: 'Payments of a new payer that may be unsettled at once. It grows by one with each that the payer has settled, up to 256. Further calls wait ten seconds at most.',
    default: '4',
    parse: format.integer(1, 256),
  },
  refuseSanctionedPayers: {
    name: 'REFUSE_SANCTIONED_PAYERS',
    what: '`yes` refuses payers that a loaded list of sanctions, the sanctions oracle or the issuer of USDC names. While one of these cannot be asked, no new payment is taken.',
    default: 'no',
    parse: format.oneOf('yes', 'no'),
  },
  answerTtlHours: {
    name: 'ANSWER_TTL_HOURS',
    what: 'How long a paid answer is kept, so that the payer can fetch it again.',
    default: '24',
    parse: format.integer(1, 8_760),
  },
  clientAddressDays: {
    name: 'CLIENT_ADDRESS_DAYS',
    what: 'After so many days the service erases the client addresses of archived payments by itself, once a day. Without it only `farthing prune` does.',
    parse: format.integer(2, 36_500),
  },
  priceGraceSeconds: {
    name: 'PRICE_GRACE_SECONDS',
    what: 'How long the old price stays valid after a change.',
    default: '300',
    parse: format.integer(0, 86_400),
  },
  answerWithinSeconds: {
    name: 'ANSWER_WITHIN_SECONDS',
    what: 'A call is answered within this time of its arrival, run included. What is not settled by then is `settlement_pending`. Proxies give up after 30 or 60 seconds.',
    default: '25',
    parse: format.integer(1, 600),
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    what: 'Connections of clients that one process keeps open; further ones are closed at once.',
    default: '10000',
    parse: format.integer(16, 1_000_000),
  },
  maxRequestsInFlight: {
    name: 'MAX_REQUESTS_IN_FLIGHT',
    what: 'Requests that one process answers at a time; further ones get a 503 at once and are not charged.',
    default: '5000',
    parse: format.integer(16, 1_000_000),
  },
  maxBodyBytes: { name: 'MAX_BODY_BYTES', what: 'Largest request body.', default: '262144', parse: format.integer(1_024, 16_777_216) },
} as const satisfies Record<string, Setting<unknown>>
