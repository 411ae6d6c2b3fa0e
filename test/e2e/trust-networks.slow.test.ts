import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf, inhabitants, membersOf } from '../../sandbox/population/inhabitants.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { maxFirstActivityQuestions } from '../../goods/onchain/addresses/account/first-activity.ts'
import { questionsPerNetwork } from '../../goods/onchain/addresses/account/observe-network.ts'
import { maxReviewers } from '../../goods/onchain/addresses/identity/review-summary.ts'
import { maxOwnTokenQuestions, maxOwnTokens } from '../../goods/onchain/addresses/conduct/observe-own-tokens.ts'
import { maxVictims, victimCaps } from '../../goods/onchain/addresses/conduct/observe-poisoning.ts'
import { maxAuthorizationQuestions } from '../../goods/onchain/history/authorizations.ts'
import { maxHistoryQuestions } from '../../goods/onchain/history/wallet-history.ts'
import { maxNodeCalls } from '../../goods/onchain/token-analysis/analyse-token.ts'
import { conductHistoryCaps } from '../../goods/onchain/trust/observe-address.ts'
import { mixerCaps } from '../../goods/onchain/addresses/sanctions/mixer-dealings.ts'
import { createSellableCheck } from '../../goods/onchain/token-analysis/check-sellable.ts'
import { createTokenReports } from '../../goods/onchain/token-analysis/token-reports.ts'
import { createTrustReports } from '../../goods/onchain/trust/trust-reports.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { signPayment, termsOf } from '../signed-payments.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'
import { watchNodes, type WatchedNodes } from './watched-nodes.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import { onchainOf } from '../support/onchain-of.ts'

const [base, ethereum, polygon, optimism]: readonly NetworkId[] = ['eip155:8453', 'eip155:1', 'eip155:137', 'eip155:10']
/** Includes the HTTP round trip. The product stops reading after 2.3 seconds. */
const deadlineMs = 3_000

let service: TestService
let nodes: WatchedNodes
const heads = new Map<NetworkId, bigint>()
beforeAll(async () => {
  const endpoints = async (sandbox: Parameters<typeof watchNodes>[0]) => (nodes = await watchNodes(sandbox)).endpoints
  service = await startTestService({ ownSandbox: youngChains, env: { FREE_QUOTA_PER_DAY: '10000' }, endpoints })
  await untilDataIsLoaded(service)
  // From now on questions are for callers only.
  await service.closing.find(({ name }) => name === 'jobs')!.run(5_000)
  for (const id of nodes.ids) heads.set(id, (await service.chain(id).head()).number)
})
afterAll(async () => {
  await service?.close()
  await nodes?.close()
})
beforeEach(() => {
  nodes.set('well')
  nodes.taken()
})

interface Answer {
  readonly code?: string
  readonly score?: number
  readonly tier?: string
  readonly blocked?: boolean
  readonly sanctions?: string
  readonly observedShare?: number
  readonly heldBackBy?: readonly { readonly gate: string }[]
  readonly missing?: readonly string[]
  readonly meta?: { readonly degraded: boolean; readonly missing: readonly string[] }
}
async function ask(path: string): Promise<{ status: number; body: Answer; ms: number }> {
  const elapsed = startStopwatch()
  const response = await fetch(service.url + path)
  const body = (await response.json()) as Answer
  return { status: response.status, body, ms: elapsed() }
}
const scoreOf = (who: string) => ask(`/v1/agent/trust-score/${who}`)

const mostForMixers = mixerCaps.requests + mixerCaps.times + 2

/** The maximum number of questions per network for one address, from docs/trust-model.md. */
function mostFor(network: NetworkId): number {
  const account = questionsPerNetwork + maxFirstActivityQuestions(heads.get(network)!) + maxAuthorizationQuestions
  const conduct = maxHistoryQuestions(conductHistoryCaps) + maxVictims * maxHistoryQuestions(victimCaps)
  const ownTokens = maxOwnTokenQuestions + maxOwnTokens * maxNodeCalls
  return account + conduct + ownTokens + (network === ethereum ? 2 + mostForMixers : 0) + maxReviewers + 1
}

/** One for signed payments, four for its transfers, one for tokens of its own: at a node that searches all blocks at once. */
const forConduct = 6
const fresh = membersOf('passer-by')
let used = 0
const nextStranger = () => fresh[used++]!

describe('an offer asks the nodes', () => {
  test.each(['trust-score', 'tier', 'verify'])(
    '%s: a bounded number of questions of each network, for anybody, and none the second time',
    async (offer) => {
      const size = Math.ceil(inhabitants.length / 3)
      const share = inhabitants.slice(
        { 'trust-score': 0, tier: size, verify: 2 * size }[offer],
        { 'trust-score': size, tier: 2 * size, verify: 3 * size }[offer],
      )
      for (const { key, address } of share) {
        expect((await ask(`/v1/agent/${offer}/${address}`)).status).toBe(200)
        const asked = nodes.taken()
        expect(asked.size, key).toBe(6)
        for (const [network, count] of asked) expect(count, `${key} on ${network}`).toBeLessThanOrEqual(mostFor(network))
        for (const again of ['trust-score', 'tier', 'verify']) await ask(`/v1/agent/${again}/${address}`)
        expect([...nodes.taken()]).toEqual([])
      }
    },
  )

  test('eleven questions per network for an unknown address, more on Ethereum for its name and mixers, none for a known name', async () => {
    await scoreOf('0x00000000000000000000000000000000000000c1')
    const { [ethereum!]: ofEthereum, ...others } = Object.fromEntries(nodes.taken())
    // SKALE has no sanctions oracle.
    const each = questionsPerNetwork + forConduct
    expect(others).toEqual({ [base!]: each, [polygon!]: each, [optimism!]: each, 'eip155:42161': each, 'eip155:1187947933': each - 1 })
    expect(ofEthereum).toBeGreaterThan(each)
    expect(ofEthereum).toBeLessThanOrEqual(each + 2 + mostForMixers)
    await scoreOf('farthing-harbour.eth')
    nodes.taken()
    await scoreOf('farthing-harbour.eth')
    expect([...nodes.taken()]).toEqual([])
  })

  test('at most ten times as many for the batch, once for each address, and none for those in memory', async () => {
    const account = await service.payingWallet()
    async function buy(addresses: readonly string[]): Promise<ReadonlyMap<NetworkId, number>> {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ addresses }) }
      const path = '/v1/agent/trust-score/batch'
      const payment = await signPayment(await termsOf(service.url, path, request), account, { network: optimism! })
      nodes.taken()
      const response = await fetch(service.url + path, { ...request, headers: { ...request.headers, 'PAYMENT-SIGNATURE': payment } })
      expect(response.status).toBe(200)
      // On Optimism it was paid.
      return new Map([...nodes.taken()].filter(([network]) => network !== optimism))
    }
    const strangers = Array.from({ length: 9 }, nextStranger)
    const asked = await buy([...strangers, strangers[0]!.toLowerCase()])
    expect(asked.size).toBe(5)
    for (const [network, count] of asked) expect(count).toBeLessThanOrEqual(9 * mostFor(network))
    expect([...(await buy(strangers))]).toEqual([])
  })

  test('is the same for a hundred callers at the same time as for one', async () => {
    const stranger = nextStranger()
    await Promise.all(Array.from({ length: 100 }, () => scoreOf(stranger)))
    expect(nodes.taken().get('eip155:1187947933')).toBe(questionsPerNetwork - 1 + forConduct)
  })

  test('on all networks at the same time', async () => {
    nodes.set('together', ...nodes.ids)
    const { body } = await scoreOf(nextStranger())
    expect(body).toMatchObject({ missing: [], observedShare: 1 })
  })
})

describe('an answer is partial and in time', () => {
  const good = addressOf('quote-desk')
  const soon = async (behaviour: 'dead' | 'hole', ...networks: readonly NetworkId[]) => {
    // Missing parts are read again after 15 seconds, so each case uses another address.
    nodes.set(behaviour, ...networks)
    const { status, body, ms } = await scoreOf(nextStranger())
    expect(ms).toBeLessThan(deadlineMs)
    return { status, body, ms }
  }

  test.each([
    ['one that is dead', 'dead', [polygon!]],
    ['one that takes questions and never answers', 'hole', [polygon!]],
    ['Ethereum dead, which knows the names', 'dead', [ethereum!]],
    ['three dead', 'dead', [base!, ethereum!, polygon!]],
    ['three that never answer', 'hole', [base!, ethereum!, polygon!]],
    ['all dead but one', 'dead', [base!, ethereum!, polygon!, 'eip155:42161', 'eip155:1187947933']],
    ['all but one never answering', 'hole', [base!, ethereum!, polygon!, 'eip155:42161', 'eip155:1187947933']],
  ] as const)('with %s', async (_, behaviour, networks) => {
    const { status, body } = await soon(behaviour, ...networks)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      blocked: false,
      sanctions: { status: 'unknown' },
      blacklist: { status: 'unknown' },
      meta: { degraded: true },
    })
    expect(body.observedShare).toBeLessThan(1)
    const down = body.missing!.flatMap((one) => /^transactions[.](\S+) /.exec(one)?.[1] ?? [])
    expect(new Set(down)).toEqual(new Set(networks))
    for (const id of networks) expect(body.missing).toContain(`sanctions.blacklist.${id} (network_down)`)
  })

  test.each(['dead', 'hole'] as const)('with all of them %s: no verdict, in time, and nobody is charged', async (behaviour) => {
    const { status, body } = await soon(behaviour, ...nodes.ids)
    expect([status, body.code]).toEqual([503, 'upstream_unavailable'])
  })

  test.each(['dead', 'hole'] as const)('a name with Ethereum %s is a 503 in time', async (behaviour) => {
    nodes.set(behaviour, ethereum!)
    const { status, body, ms } = await ask('/v1/agent/tier/farthing-nobody-yet.eth')
    expect([status, body.code]).toEqual([503, 'ens_unavailable'])
    expect(ms).toBeLessThan(deadlineMs)
  })

  test('with one that is always slow, for an address that takes many questions', async () => {
    nodes.set('slow', base!)
    const { status, body, ms } = await scoreOf(membersOf('reviewer')[4]!)
    expect(ms).toBeLessThan(deadlineMs)
    expect(status).toBe(200)
    expect(body.missing).toContain('age (too_slow)')
  })

  test('what is unknown is not clean: the best agent is not Trusted then, and a blocked address stays blocked', async () => {
    // Nothing is cached here.
    const { parts } = service
    const { indexes, sources } = onchainOf(parts)
    const reports = createTrustReports({
      indexes,
      sources,
      timers: systemTimers,
      paymentsOf: (payer) => parts.ledger.payerHistory(payer),
      confirmationOf: () => null,
      isSellable: createSellableCheck(createTokenReports({ timers: systemTimers, sources })),
      payTo: null,
    })
    nodes.set('dead', polygon!)
    const of = async (address: string) => (await reports.of(address.toLowerCase() as Hex, parts)).report.score
    expect(await of(good)).toMatchObject({ tier: 'Verified', sanctions: 'unknown', heldBackBy: ['screened'] })
    expect(await of(addressOf('blacklisted'))).toMatchObject({ blocked: true, score: 0 })
  })
})
