import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, inhabitants } from '../../sandbox/population/inhabitants.ts'
import type { Chain, NetworkId } from '../../src/chain/chain.ts'
import { maxHistoryQuestions } from '../../goods/onchain/history/wallet-history.ts'
import { walletHistoryCaps, gasBalanceQuestions } from '../../goods/onchain/wallet-score/observe-wallet.ts'
import { createWalletReports, missingFromWallet } from '../../goods/onchain/wallet-score/wallet-reports.ts'
import { createSellableCheck } from '../../goods/onchain/token-analysis/check-sellable.ts'
import { createTokenReports } from '../../goods/onchain/token-analysis/token-reports.ts'
import { maxAuthorizationQuestions } from '../../goods/onchain/history/authorizations.ts'
import { maxOwnTokenQuestions } from '../../goods/onchain/addresses/conduct/observe-own-tokens.ts'
import { maxVictims, victimCaps } from '../../goods/onchain/addresses/conduct/observe-poisoning.ts'
import { walletScore } from '../../goods/onchain/wallet-score/wallet-score.ts'
import { maxFirstActivityQuestions } from '../../goods/onchain/addresses/account/first-activity.ts'
import { questionsPerNetwork } from '../../goods/onchain/addresses/account/observe-network.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { pay, receiptOf, type Account } from '../signed-payments.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import { patientTimers } from '../support/patient-timers.ts'
import { onchainOf } from '../support/onchain-of.ts'

interface Scored {
  readonly address: string
  readonly score: number
  readonly blocked: boolean
  readonly sanctions: { readonly status: string }
  readonly blacklist: { readonly status: string }
  readonly mixer: boolean | null
  readonly cappedBy: string | null
  readonly observedShare: number
  readonly breakdown: Readonly<Record<string, { readonly points: number; readonly parts: readonly Record<string, unknown>[] }>>
  readonly balanceUsdc: string
  readonly networks: readonly Record<string, unknown>[]
  readonly counterparties: {
    readonly count: number
    readonly largestShare: number | null
    readonly largest: readonly {
      readonly address: string
      readonly labels: readonly string[]
      readonly received: string
      readonly sent: string
    }[]
  }
  readonly missing: readonly string[]
  readonly meta: { readonly degraded: boolean; readonly simulated: boolean }
}

const reportParts = () => {
  const { sources } = onchainOf(service.parts)
  return { timers: patientTimers, sources, isSellable: createSellableCheck(createTokenReports({ timers: patientTimers, sources })) }
}

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService({ ownSandbox: youngChains })
  account = await service.payingWallet('100')
  for (let waited = 0; !service.parts.sources.sanctions.lists().every(({ fresh }) => fresh); waited++) {
    if (waited === 150) throw new Error('the lists were not loaded in time')
    await sleep(200)
  }
})
afterAll(() => service?.close())

const buy = (who: string) => pay(service.url, account, { path: `/v1/crypto/wallet-score/${who}` })
async function scoreOf(who: string): Promise<Scored> {
  const response = await buy(who)
  expect(response.status).toBe(200)
  return (await response.json()) as Scored
}

/** The expected range of each score, the number of counterparties, the USDC, and why. */
const expected: readonly (readonly [key: string, score: readonly [number, number], others: number, usdc: string, why: string])[] = [
  ['old-busy', [88, 94], 8, '8550', 'old, busy on three networks, with eight others alike'],
  ['old-silent', [50, 60], 1, '499', 'old, and paid one other once'],
  ['new-busy', [40, 40], 20, '340', 'three days old: all that it did could be of its own making'],
  ['new-rich', [30, 40], 0, '200000', 'money, and nothing done'],
  ['nobody', [20, 20], 0, '0', 'blocked by nobody, and nothing else'],
  ['carousel', [15, 15], 0, '1', 'a thousand transfers to itself are a sign of fraud'],
  ['bot', [40, 40], 2, '997', 'two others in turn, and first sent yesterday'],
  ['drainer', [40, 40], 63, '120', 'many others within a day'],
  ['drained', [25, 40], 1, '0', 'sent all that it had to one, today'],
  ['supplier', [30, 40], 1, '1350', 'is paid by one, and never sent anything'],
  ['poisoned', [40, 65], 2, '8650.00001', 'the transfer of nothing that it never sent is no dealing; the dust that it got is'],
  ['look-alike', [15, 15], 1, '0', 'poisons the history of the client of another'],
  ['sanctioned', [0, 0], 0, '12395', 'on the lists and named by the oracle'],
  ['blacklisted', [0, 0], 0, '42000', 'blacklisted by the issuer of USDC'],
  ['whale', [40, 40], 1, '1750001', 'began to send today'],
  ['second-whale', [35, 40], 1, '8149999', 'all of it from one and from nowhere, and nothing sent'],
]

describe('the inhabitants of the sandbox', () => {
  const scores = new Map<string, Scored>()
  // A few at a time: they share blocks, and none runs out of time.
  beforeAll(async () => {
    for (let first = 0; first < expected.length; first += 3) {
      await Promise.all(expected.slice(first, first + 3).map(async ([key]) => scores.set(key, await scoreOf(addressOf(key)))))
    }
  })

  test.each(expected)('%s', (key, [least, most], others, usdc) => {
    const scored = scores.get(key)!
    expect(scored).toMatchObject({
      address: addressOf(key),
      observedShare: 1,
      missing: [],
      balanceUsdc: usdc,
      counterparties: { count: others },
    })
    expect(scored.score).toBeGreaterThanOrEqual(least)
    expect(scored.score).toBeLessThanOrEqual(most)
    expect(scored.blocked).toBe(key === 'sanctioned' || key === 'blacklisted')
    expect(scored.sanctions.status).toBe(key === 'sanctioned' ? 'listed' : 'clean')
    expect(scored.blacklist.status).toBe(key === 'blacklisted' ? 'listed' : 'clean')
    expect(scored.meta).toMatchObject({ degraded: false, simulated: true })
  })

  test('all the others are fully known, not blocked, and none scores above the limit of its age', async () => {
    const { clock, chains } = service.parts
    const reports = createWalletReports(reportParts())
    const others = inhabitants.filter(({ key }) => !scores.has(key))
    expect(others.length).toBeGreaterThan(10)
    for (const { key, address } of others) {
      const { report } = await reports.of(address.toLowerCase() as Hex, { chains, clock })
      const { age } = report.observed.observations
      expect([key, missingFromWallet(report.observed), report.score]).toMatchObject([
        key,
        [],
        { blocked: false, sanctions: 'clean', mixer: false, observedShare: 1 },
      ])
      expect(report.score.score, key).toBeGreaterThanOrEqual(key === 'token-keeper' ? 15 : 20)
      if (age.state === 'observed' && (age.value.days ?? 0) < 7) expect(report.score.score, key).toBeLessThanOrEqual(40)
    }
  })

  test('the figures of each network match the chain', () => {
    const { networks, breakdown, counterparties } = scores.get('old-busy')!
    expect(networks).toHaveLength(6)
    expect(networks[0]).toMatchObject({
      network: 'eip155:8453',
      balanceUsdc: '8000',
      nativeSymbol: 'ETH',
      transactionCount: 4000,
      transferCount: 9,
      truncatedBy: null,
    })
    expect(Object.keys(breakdown)).toEqual(['age', 'activity', 'sanctions', 'balances', 'counterparties', 'concentration'])
    expect(breakdown['age']!.parts).toMatchObject([{ evidence: 'first active 1100 days ago', sources: ['eip155:1'] }])
    expect(counterparties).toMatchObject({ largestShare: 0.125 })
    expect(counterparties.largest).toHaveLength(5)
    expect(counterparties.largest[0]).toMatchObject({ labels: ['other: passer-by'], receivedUsdc: '0', sentUsdc: '200' })
    for (const { parts } of Object.values(breakdown)) for (const { source } of parts) expect(source).not.toEqual([])
  })

  test('a history that is longer than the limit says where it was cut', () => {
    const { networks, mixer } = scores.get('carousel')!
    expect(networks[0]).toMatchObject({ transferCount: 500, truncatedBy: 'logs' })
    // The report reads the newest, by definition.
    expect(mixer).toBe(false)
  })
})

describe('the subject of a call', () => {
  test('is an address or a name, and a name without an address is not charged', async () => {
    expect(await scoreOf('farthing-harbour.eth')).toMatchObject({ address: addressOf('old-busy') })
    const unknown = await buy('nobody-has-this.eth')
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'unknown_name' }])
  })

  test('a paid answer costs its list price', async () => {
    expect(await receiptOf(await buy(addressOf('nobody')))).toMatchObject({ state: 'settled', charged: { usd: '0.075' } })
  })
})

test('a counterparty has only the labels of the networks where it was dealt with', async () => {
  const { chains, clock } = service.parts
  const known = { kind: 'exchange', source: 'here', checkedOn: null } as const
  const labels = { of: (network: NetworkId) => [{ ...known, name: network }] }
  const offer = walletScore({ ...reportParts(), labels })
  const context = { chains, clock, signal: AbortSignal.timeout(60_000) }
  const { body } = (await offer.run({ path: { address: addressOf('old-busy') }, query: {}, body: {} }, context as never)) as {
    body: Scored
  }
  expect(body.counterparties.largest).toHaveLength(5)
  for (const one of body.counterparties.largest) expect(one.labels).toEqual(['exchange: eip155:8453'])
})

describe('what a report asks of the nodes', () => {
  function watched(silent: readonly NetworkId[] = []) {
    const asked = new Map<NetworkId, number>()
    const chains = new Map<NetworkId, Chain>()
    for (const [id, chain] of service.parts.chains) {
      const call: Chain['rpc']['call'] = (method, params, options) => {
        asked.set(id, (asked.get(id) ?? 0) + 1)
        if (!silent.includes(id)) return chain.rpc.call(method, params, options)
        return new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)))
      }
      chains.set(id, { ...chain, rpc: { call } })
    }
    const { clock } = service.parts
    const reports = createWalletReports(reportParts())
    return { asked, report: (key: string) => reports.of(addressOf(key).toLowerCase() as Hex, { chains, clock }) }
  }

  test('is a bounded number of questions for each network, and none the second time', async () => {
    for (const key of ['old-busy', 'carousel', 'drainer', 'nobody', 'sanctioned']) {
      const { report, asked } = watched()
      const { report: first } = await report(key)
      for (const [id, count] of asked) {
        const head = (await service.chain(id).head()).number
        const transactions = first.observed.observations.transactions[id]
        const acted = transactions?.state === 'observed' && transactions.value > 0
        const most =
          questionsPerNetwork +
          gasBalanceQuestions +
          maxAuthorizationQuestions +
          maxOwnTokenQuestions +
          maxVictims * maxHistoryQuestions(victimCaps) +
          maxHistoryQuestions(walletHistoryCaps) +
          (acted ? maxFirstActivityQuestions(head) : 0)
        expect(count, `${key} on ${id}`).toBeLessThanOrEqual(most)
      }
      const before = [...asked.values()]
      expect((await report(key)).cached).toBe(true)
      expect([...asked.values()]).toEqual(before)
    }
  })

  test('is as little as the page says for a wallet that sent nothing, on a chain of any length', () => {
    const silent =
      questionsPerNetwork + gasBalanceQuestions + maxHistoryQuestions(walletHistoryCaps) + maxAuthorizationQuestions + maxOwnTokenQuestions
    expect([silent, silent + maxFirstActivityQuestions(200_000_000n)]).toEqual([46, 139])
  })

  test('is the same for a hundred callers at the same time as for one', async () => {
    const one = watched()
    await one.report('nobody')
    const hundred = watched()
    await Promise.all(Array.from({ length: 100 }, () => hundred.report('nobody')))
    expect(hundred.asked).toEqual(one.asked)
  })

  test('with one silent network: the answer is partial and in time', async () => {
    const { report } = watched(['eip155:137'])
    const elapsed = startStopwatch()
    const [{ report: partial }, { report: blocked }] = await Promise.all([report('old-busy'), report('blacklisted')])
    expect(elapsed()).toBeLessThan(3_000)
    expect(partial.score).toMatchObject({ sanctions: 'unknown', mixer: null, blocked: false })
    expect(partial.score.observedShare).toBeLessThan(1)
    expect(missingFromWallet(partial.observed)).toContain('history.eip155:137 (too_slow)')
    expect(missingFromWallet(partial.observed)).toContain('balances.native.eip155:137 (too_slow)')
    expect(blocked.score).toMatchObject({ blocked: true, score: 0 })
  })

  test('without any network there is no verdict', async () => {
    const { report } = watched([...service.parts.chains.keys()])
    await expect(report('old-busy')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})
