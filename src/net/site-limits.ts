import type { Clock } from '../shared/clock.ts'
import { createRateLimit } from '../shared/rate-limit.ts'

/** What the pages of all callers may exchange with one site in an hour. The page of one caller after another could flood it otherwise. */
const perHour = {
  /** Bytes to the site, handshakes and headers too. */
  sent: 20_000_000,
  /** Bytes from the site. */
  received: 400_000_000,
  /** Connections, requests and messages. */
  requests: 20_000,
  /** Connections to names of one zone, each of which asks DNS servers of that zone. */
  lookups: 5_000,
} as const

export type SiteMeasure = keyof typeof perHour

/** Who exchanges with whom. */
export interface SiteUse {
  /** `host:port`, or a zone. */
  readonly site: string
  /** `address:port` of the site; null while it is unknown. */
  readonly address: string | null
  /** Who asked for the page. */
  readonly caller: string
}

export interface SiteLimits {
  /** Takes so much of what remains of the hour. False when there is less, and then nothing is taken. */
  take(measure: SiteMeasure, use: SiteUse, amount: number): boolean
}

const hourSeconds = 3_600
/** One caller uses up at most half of what a site has, so that others are still shown that site. */
const callerWeight = 2
/** Many names may lead to one machine. It gets at most three times as much as one site: hosters have many sites on one address. */
const addressWeight = 1 / 3
/** Sites, callers at sites and addresses that are remembered for each measure. */
const maxRemembered = 20_000

export function createSiteLimits(clock: Clock): SiteLimits {
  const limitOf = (burst: number) => createRateLimit({ burst, perSecond: burst / hourSeconds, clock, clients: maxRemembered })
  const limits = {
    sent: limitOf(perHour.sent),
    received: limitOf(perHour.received),
    requests: limitOf(perHour.requests),
    lookups: limitOf(perHour.lookups),
  } satisfies Record<SiteMeasure, unknown>
  return {
    take(measure, { site, address, caller }, amount) {
      const limit = limits[measure]
      const shares: readonly (readonly [key: string, amount: number])[] = [
        [`site ${site}`, amount],
        [`caller ${caller} ${site}`, amount * callerWeight],
        ...(address === null ? [] : [[`address ${address}`, amount * addressWeight] as const]),
      ]
      if (shares.some(([key, tokens]) => limit.wait(key, tokens) > 0)) return false
      for (const [key, tokens] of shares) limit.take(key, tokens)
      return true
    },
  }
}

/** The zone whose DNS servers probably answer for a name: its last two labels, or three where the second is short, as in `co.uk`. */
export function zoneOf(hostname: string): string {
  const labels = hostname.split('.')
  return labels.slice((labels.at(-2) ?? '').length <= 3 ? -3 : -2).join('.')
}
