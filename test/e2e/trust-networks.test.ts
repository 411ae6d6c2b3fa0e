import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf, inhabitants, membersOf } from '../../sandbox/population/inhabitants.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { mostQuestions } from '../../src/products/trust/first-activity.ts'
import { questionsPerNetwork } from '../../src/products/trust/observe-network.ts'
import { mostReviewers } from '../../src/products/trust/review-summary.ts'
import { mixerCaps } from '../../src/products/trust/risk/observe-mixers.ts'
import { createTrustReports } from '../../src/products/trust/trust-reports.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { openStage, signPayment, termsOf, type Stage } from '../stage.ts'
import { untilAllIsKnown } from './until-all-is-known.ts'
import { watchNodes, type WatchedNodes } from './watched-nodes.ts'

const [base, ethereum, polygon, optimism]: readonly NetworkId[] = ['eip155:8453', 'eip155:1', 'eip155:137', 'eip155:10']
/** For the way there and back, on a busy machine; the product itself stops looking after 2.3 seconds. */
const deadlineMs = 3_000

let stage: Stage
let nodes: WatchedNodes
const heads = new Map<NetworkId, bigint>()
beforeAll(async () => {
  const endpoints = async (sandbox: Parameters<typeof watchNodes>[0]) => (nodes = await watchNodes(sandbox)).endpoints
  stage = await openStage({ env: { FREE_QUOTA_PER_DAY: '10000' }, endpoints })
  await untilAllIsKnown(stage)
  // What is asked from now on is asked for callers.
  await stage.service.closing.find(({ name }) => name === 'jobs')!.run(5_000)
  for (const id of nodes.ids) heads.set(id, (await stage.chain(id).head()).number)
}, 60_000)
afterAll(async () => {
  await stage?.close()
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
  readonly confidence?: number
  readonly heldBackBy?: readonly { readonly gate: string }[]
  readonly missing?: readonly string[]
  readonly meta?: { readonly degraded: boolean; readonly missing: readonly string[] }
}
async function ask(path: string): Promise<{ status: number; body: Answer; ms: number }> {
  const startedAt = performance.now()
  const response = await fetch(stage.url + path)
  const body = (await response.json()) as Answer
  return { status: response.status, body, ms: performance.now() - startedAt }
}
const scoreOf = (who: string) => ask(`/v1/agent/trust-score/${who}`)

const mostForMixers = mixerCaps.requests + mixerCaps.times + 2

/** The most that one look at an address asks of a network, as docs/trust-model.md has it. */
function mostFor(network: NetworkId): number {
  return questionsPerNetwork + mostQuestions(heads.get(network)!) + (network === ethereum ? 2 + mostForMixers : 0) + mostReviewers + 1
}
const fresh = membersOf('passer-by')
let used = 0
const nextStranger = () => fresh[used++]!

describe('an offer asks the nodes so much', () => {
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

  test('five of each network where nobody knows the address, more on Ethereum for its name and mixers, none for a name that is known', async () => {
    await scoreOf('0x00000000000000000000000000000000000000c1')
    const { [ethereum!]: ofEthereum, ...others } = Object.fromEntries(nodes.taken())
    // SKALE has no oracle of sanctions.
    expect(others).toEqual({ [base!]: 5, [polygon!]: 5, [optimism!]: 5, 'eip155:42161': 5, 'eip155:1187947933': 4 })
    expect(ofEthereum).toBeGreaterThan(5)
    expect(ofEthereum).toBeLessThanOrEqual(5 + 2 + mostForMixers)
    await scoreOf('farthing-harbour.eth')
    nodes.taken()
    await scoreOf('farthing-harbour.eth')
    expect([...nodes.taken()]).toEqual([])
  })

  test('the batch: ten times as many at most, of each address once, and none for those in memory', async () => {
    const account = await stage.payingWallet()
    async function buy(addresses: readonly string[]): Promise<ReadonlyMap<NetworkId, number>> {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ addresses }) }
      const path = '/v1/agent/trust-score/batch'
      const payment = await signPayment(await termsOf(stage.url, path, request), account, { network: optimism! })
      nodes.taken()
      const response = await fetch(stage.url + path, { ...request, headers: { ...request.headers, 'PAYMENT-SIGNATURE': payment } })
      expect(response.status).toBe(200)
      // On Optimism it is paid.
      return new Map([...nodes.taken()].filter(([network]) => network !== optimism))
    }
    const strangers = Array.from({ length: 9 }, nextStranger)
    const asked = await buy([...strangers, strangers[0]!.toLowerCase()])
    expect(asked.size).toBe(5)
    for (const [network, count] of asked) expect(count).toBeLessThanOrEqual(9 * mostFor(network))
    expect([...(await buy(strangers))]).toEqual([])
  })

  test('a hundred who ask at the same time are one', async () => {
    const stranger = nextStranger()
    await Promise.all(Array.from({ length: 100 }, () => scoreOf(stranger)))
    expect(nodes.taken().get('eip155:1187947933')).toBe(4)
  })

  test('all networks at the same time', async () => {
    nodes.set('together', ...nodes.ids)
    const { body } = await scoreOf(nextStranger())
    expect(body).toMatchObject({ missing: [], confidence: 1 })
  })
})

describe('an answer is partial, and not late', () => {
  const good = addressOf('quote-desk')
  const soon = async (mood: 'dead' | 'hole', ...networks: readonly NetworkId[]) => {
    // What is missing may be back after 15 seconds, so each case asks about somebody else.
    nodes.set(mood, ...networks)
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
  ] as const)('with %s', async (_, mood, networks) => {
    const { status, body } = await soon(mood, ...networks)
    expect(status).toBe(200)
    expect(body).toMatchObject({ blocked: false, sanctions: 'unknown', meta: { degraded: true } })
    expect(body.confidence).toBeLessThan(1)
    const down = body.missing!.flatMap((one) => /^transactions[.](\S+) /.exec(one)?.[1] ?? [])
    expect(new Set(down)).toEqual(new Set(networks))
    for (const id of networks) expect(body.missing).toContain(`sanctions.blacklist.${id} (network_down)`)
  })

  test.each(['dead', 'hole'] as const)('with all of them %s: no verdict, in time, and nobody is charged', async (mood) => {
    const { status, body } = await soon(mood, ...nodes.ids)
    expect([status, body.code]).toEqual([503, 'upstream_unavailable'])
  })

  test.each(['dead', 'hole'] as const)('a name with Ethereum %s is a 503 in time', async (mood) => {
    nodes.set(mood, ethereum!)
    const { status, body, ms } = await ask('/v1/agent/tier/farthing-nobody-yet.eth')
    expect([status, body.code]).toEqual([503, 'ens_unavailable'])
    expect(ms).toBeLessThan(deadlineMs)
  })

  test('with one that is slow each time, for whom it takes many questions to look at', async () => {
    nodes.set('slow', base!)
    const { status, body, ms } = await scoreOf(membersOf('reviewer')[4]!)
    expect(ms).toBeLessThan(deadlineMs)
    expect(status).toBe(200)
    expect(body.missing).toEqual(['age (too_slow)'])
  })

  test('what is unknown is not clean: the best agent is not Trusted meanwhile, and who is blocked stays so', async () => {
    // Nothing of it is in memory here.
    const { parts } = stage.service
    const reports = createTrustReports({
      indexes: parts.indexes,
      timers: systemTimers,
      paymentsOf: (payer) => parts.ledger.paymentsOf(payer),
      confirmationOf: () => null,
    })
    nodes.set('dead', polygon!)
    const of = async (address: string) => (await reports.of(address.toLowerCase() as Hex, parts)).report.score
    expect(await of(good)).toMatchObject({ tier: 'Verified', sanctions: 'unknown', heldBackBy: ['screened'] })
    expect(await of(addressOf('blacklisted'))).toMatchObject({ blocked: true, score: 0 })
  })
})
