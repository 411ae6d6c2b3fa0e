import type { Conduct, Sign } from '../../addresses/conduct/conduct.ts'
import type { Observed } from '../../addresses/observed.ts'
import { usd } from '../../../../src/shared/money.ts'
import type { NetworkTransfer } from '../../addresses/sanctions/mixer-dealings.ts'
import type { RiskObservations } from './risk-observations.ts'

/** Hours ago, direction, the counterparty's last digits, dollars. */
export type NotedTransfer = readonly [hoursAgo: number, direction: 'in' | 'out' | 'self', counterparty: string, usdc: string]

/** Observations in a short form. What is left out was observed and is nothing. */
export interface RiskNotes {
  readonly firstSentDaysAgo?: number | null
  /** On Base. */
  readonly transfers?: readonly NotedTransfer[]
  readonly mixer?: readonly NotedTransfer[]
  readonly mixerOneHop?: readonly NotedTransfer[]
  readonly onSanctionsList?: boolean
  readonly blacklisted?: boolean
  /** Signs of deceit. */
  readonly poisoning?: boolean
  readonly circles?: boolean
  readonly unsellableToken?: boolean
  /** The last digits of the address where this service is paid. */
  readonly payTo?: string
  readonly payments?: { readonly ended: number; readonly settled: number }
  /** For how many days back all transfers are known; left out, from the first block on. */
  readonly readDays?: number
  /** Networks that do not answer: base, ethereum, polygon. */
  readonly silent?: readonly string[]
}

const now = 1_790_000_000
const networks = { base: 'eip155:8453', ethereum: 'eip155:1', polygon: 'eip155:137' } as const

function transferOf([hoursAgo, direction, counterparty, usdc]: NotedTransfer, place: number): NetworkTransfer {
  return {
    network: 'eip155:8453',
    direction,
    counterparty: `0x${counterparty.padStart(40, '0')}`,
    amount: usd(usdc),
    block: BigInt(1_000_000 + place),
    time: now - Math.round(hoursAgo * 3_600),
    transaction: `0x${place.toString(16).padStart(64, '0')}`,
    logIndex: place,
  }
}

function isSeen({ firstSentDaysAgo = null, transfers = [], mixer = [], payments, onSanctionsList, blacklisted }: RiskNotes): boolean {
  return (
    firstSentDaysAgo !== null ||
    transfers.some(([, , , usdc]) => usdc !== '0') ||
    mixer.length > 0 ||
    (payments?.ended ?? 0) > 0 ||
    onSanctionsList === true ||
    blacklisted === true
  )
}

export function riskObservationsOf(notes: RiskNotes): RiskObservations {
  const { firstSentDaysAgo = null, transfers = [], readDays, silent = [], payments = { ended: 0, settled: 0 } } = notes
  const seen = <T>(value: T): Observed<T> => ({ state: 'observed', value, source: 'notes', observedAt: 0 })
  const each = <T>(of: (network: string) => T): Record<string, Observed<T>> =>
    Object.fromEntries(
      Object.entries(networks).map(([slug, id]) => [
        id,
        silent.includes(slug) ? { state: 'unknown', reason: 'network_down' } : seen(of(slug)),
      ]),
    )
  const sign = (name: keyof Conduct): Observed<Sign | null> =>
    silent.length > 0 ? { state: 'unknown', reason: 'network_down' } : seen(notes[name] ? { detail: `did ${name}`, transfers: [] } : null)
  const noted = (all: readonly NotedTransfer[]) => all.map(transferOf).toReversed()
  const met = (all: readonly NotedTransfer[] = []) =>
    silent.includes('ethereum') ? ({ state: 'unknown', reason: 'network_down' } as const) : seen({ transfers: noted(all), since: 0 })
  const completeFrom = readDays === undefined ? { block: 0n, time: 0 } : { block: 7n, time: now - readDays * 86_400 }
  return {
    address: '0x00000000000000000000000000000000000000ee',
    now,
    firstSent: each((slug) => (slug === 'base' && firstSentDaysAgo !== null ? now - firstSentDaysAgo * 86_400 : null)),
    histories: each((slug) => ({
      transfers: slug === 'base' ? noted(transfers).filter(({ time }) => time >= completeFrom.time) : [],
      completeFrom,
      head: { block: 2_000_000n, time: now },
      cappedBy: null,
    })),
    sanctions: {
      lists: seen(notes.onSanctionsList ?? false),
      entries: [],
      blacklistings: {},
      blacklist: each(() => notes.blacklisted ?? false),
      oracle: {},
    },
    payments: seen(payments),
    conduct: { poisoning: sign('poisoning'), circles: sign('circles'), unsellableToken: sign('unsellableToken') },
    sighting: isSeen(notes) ? 'seen' : silent.length > 0 ? 'unknown' : 'never_seen',
    payTo: notes.payTo === undefined ? null : `0x${notes.payTo.padStart(40, '0')}`,
    mixer: met(notes.mixer),
    mixerOneHop: met(notes.mixerOneHop),
  }
}
