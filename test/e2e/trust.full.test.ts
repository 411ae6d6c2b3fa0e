import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, inhabitants } from '../../sandbox/population/inhabitants.ts'
import { Problem } from '../../src/shared/problems.ts'
import { createSubjectReader } from '../../goods/onchain/addresses/identity/read-subject.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { signPayment, type Account } from '../signed-payments.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'

interface Scored {
  readonly address: string
  readonly score: number
  readonly tier: string
  readonly blocked: boolean
  readonly observedShare: number
  readonly heldBackBy: readonly { readonly gate: string }[]
  readonly ensName: string | null
  readonly breakdown: Readonly<Record<string, { readonly points: number; readonly parts: readonly Record<string, unknown>[] }>>
  readonly missing: readonly string[]
  readonly meta: { readonly sources: readonly { readonly id: string }[]; readonly degraded: boolean; readonly simulated: boolean }
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ ownSandbox: youngChains, env: { FREE_QUOTA_PER_DAY: '10000' } })
  await untilDataIsLoaded(service)
})
afterAll(() => service?.close())

async function ask(path: string): Promise<{ status: number; body: Scored }> {
  const response = await fetch(service.url + path)
  return { status: response.status, body: (await response.json()) as Scored }
}
const scoreOf = async (who: string) => (await ask(`/v1/agent/trust-score/${who}`)).body
const gatesOf = ({ heldBackBy }: Scored) => heldBackBy.map(({ gate }) => gate)

/** The expected tier of each inhabitant, what holds it back, and why. A test below covers all the others. */
const expected: readonly (readonly [
  key: string,
  tier: string,
  score: readonly [least: number, most: number],
  gates: string,
  why: string,
])[] = [
  ['old-busy', 'Verified', [50, 79], 'somebody_behind_it', 'old, busy and rich, and nobody behind it'],
  ['old-silent', 'Verified', [35, 49], 'somebody_behind_it', 'old, and did little'],
  ['new-busy', 'Open', [20, 49], 'known_for_a_week', 'three days old, however busy'],
  ['new-rich', 'Open', [20, 49], 'known_for_a_week', 'money alone buys no tier'],
  ['nobody', 'Open', [20, 20], 'known_for_a_week', 'blocked by nobody, and never seen'],
  ['carousel', 'Open', [15, 15], '', 'a thousand transfers to itself are a sign of fraud'],
  ['bot', 'Open', [20, 49], 'known_for_a_week', 'sends since yesterday; what it was sent before is no activity of its own'],
  ['drainer', 'Open', [20, 49], 'known_for_a_week', 'began to send within a day'],
  ['drained', 'Open', [20, 49], 'known_for_a_week', 'sent nothing before it was drained'],
  ['mule', 'Open', [20, 49], 'known_for_a_week', 'never sent anything'],
  ['supplier', 'Open', [20, 49], 'known_for_a_week', 'is paid, and never sent anything'],
  ['look-alike', 'Open', [15, 15], '', 'poisons the history of the client of another'],
  ['poisoned', 'Verified', [20, 49], 'somebody_behind_it', 'months old; the transfer of nothing that it never sent changes nothing'],
  ['sanctioned', 'Open', [0, 0], '', 'on the lists and named by the oracles: blocked'],
  ['blacklisted', 'Open', [0, 0], '', 'blacklisted by the issuer of USDC: blocked'],
  ['pretender', 'Open', [20, 20], 'known_for_a_week', "claims the good agent's name, which does not lead to it"],
  ['quote-desk', 'Enterprise', [80, 89], '', 'old, with a file, a domain, a name and reviewers of its own, and its operator is confirmed'],
  ['reviewer', 'Verified', [20, 49], 'somebody_behind_it', 'half a year old'],
  ['freight-desk', 'Trusted', [50, 79], 'operator_confirmed', 'old, its file and domain name it, and it has had its agent for a year'],
  ['freight-wallet', 'Trusted', [50, 79], 'operator_confirmed', 'has acted for freight-desk for a year, by its own signature'],
  ['empty-file', 'Verified', [20, 49], 'somebody_behind_it', 'registered, and its file says nothing'],
  ['looping-file', 'Verified', [20, 49], 'somebody_behind_it', 'registered, and its file is nowhere'],
  ['no-file', 'Verified', [20, 49], 'somebody_behind_it', 'registered without a file'],
  [
    'moved-agent',
    'Verified',
    [20, 49],
    'known_for_a_quarter,somebody_behind_it',
    'bought its agent forty days ago, which makes it no older',
  ],
  ['seller', 'Verified', [20, 49], 'somebody_behind_it', 'has sold its agent, and has none now'],
  [
    'thief',
    'Verified',
    [20, 49],
    'known_for_a_quarter,somebody_behind_it',
    "the good agent's file does not name it: no points for file and domain, and no gate",
  ],
  ['carnival', 'Open', [20, 49], 'known_for_a_week', 'has had its agent for six days; twelve reviewers of its own count for nothing'],
  ['shill', 'Open', [20, 49], 'known_for_a_week', 'five days old'],
  ['whale', 'Open', [20, 49], 'known_for_a_week', 'was funded long ago, and began to send today'],
  ['second-whale', 'Open', [20, 49], 'known_for_a_week', 'millions, and nothing sent'],
  ['plain-token', 'Open', [20, 20], 'known_for_a_week', 'a contract that does nothing by itself'],
  ['proxy-token', 'Open', [20, 20], 'known_for_a_week', 'the same'],
  ['honeypot-token', 'Open', [20, 20], 'known_for_a_week', 'the same'],
  ['taxed-token', 'Open', [20, 20], 'known_for_a_week', 'the same'],
  ['token-keeper', 'Open', [15, 15], '', 'made a token that its buyers cannot sell'],
  ['passer-by', 'Open', [20, 49], 'known_for_a_week', 'never sent anything'],
]

describe('the inhabitants of the sandbox', () => {
  test('are all in the table', () => {
    expect(expected.map(([key]) => key).toSorted()).toEqual(inhabitants.map(({ key }) => key).toSorted())
  })

  test.each(expected)('%s is %s', async (key, tier, [least, most], gates) => {
    const scored = await scoreOf(addressOf(key))
    expect(scored).toMatchObject({
      address: addressOf(key),
      tier,
      observedShare: 1,
      missing: [],
      meta: { degraded: false, simulated: true },
    })
    expect(scored.score).toBeGreaterThanOrEqual(least)
    expect(scored.score).toBeLessThanOrEqual(most)
    expect(gatesOf(scored).join()).toBe(gates)
    expect(scored.blocked).toBe(key === 'sanctioned' || key === 'blacklisted')
    const { body } = await ask(`/v1/agent/tier/${addressOf(key)}`)
    expect(body).toMatchObject({ address: addressOf(key), tier, score: scored.score, blocked: scored.blocked })
  })

  test('self-made claims give no points', async () => {
    const partsOf = async (key: string, component: string) =>
      Object.fromEntries((await scoreOf(addressOf(key))).breakdown[component]!.parts.map(({ part, points }) => [part, points]))
    expect(await partsOf('quote-desk', 'identity')).toEqual({ registered: 10, file: 4, domain: 3, reputation: 2.3 })
    expect(await partsOf('quote-desk', 'operator')).toEqual({ confirmed: 10, name: 5, domain: 5 })
    expect((await scoreOf(addressOf('quote-desk'))).breakdown['operator']!.parts[0]).toMatchObject({
      evidence:
        'the operator of this service confirmed on 2026-01-01 that Quote Desk of the sandbox is behind it; this holds until 2099-12-31',
      sources: ['operator'],
    })
    expect(await partsOf('thief', 'identity')).toMatchObject({ registered: 10, file: 0, domain: 0 })
    expect(await partsOf('moved-agent', 'identity')).toMatchObject({ file: 4, domain: 0 })
    expect(await partsOf('pretender', 'operator')).toEqual({ confirmed: 0, name: 0, domain: 0 })
    // The five prior reviews of 50, and none of the twelve.
    expect(await partsOf('carnival', 'identity')).toMatchObject({ file: 4, reputation: 1.5 })
    expect(await partsOf('seller', 'identity')).toMatchObject({ registered: 0 })
  })

  test('every part names its evidence, its source and its time', async () => {
    const { breakdown, meta } = await scoreOf(addressOf('old-busy'))
    expect(Object.keys(breakdown)).toEqual(['age', 'activity', 'sanctions', 'identity', 'operator', 'history', 'bond'])
    expect(breakdown['age']).toMatchObject({
      points: 15,
      maxPoints: 15,
      observedShare: 1,
      parts: [{ part: 'days', evidence: 'first active 1100 days ago', sources: ['eip155:1'] }],
    })
    for (const { parts } of Object.values(breakdown)) {
      for (const { source, observedAt } of parts) {
        expect(source).not.toEqual([])
        expect(Date.now() - Date.parse(observedAt as string)).toBeLessThan(3_600_000)
      }
    }
    expect(meta.sources.filter(({ id }) => id.startsWith('rpc:'))).toHaveLength(6)
  })
})

describe('who an agent is', () => {
  const verified: readonly (readonly [key: string, verified: boolean, reason: string, file: string | null, level: string])[] = [
    ['quote-desk', true, 'own_file', 'own', 'operator'],
    ['freight-desk', true, 'own_file', 'own', 'domain'],
    ['freight-wallet', true, 'own_file', 'own', 'domain'],
    ['moved-agent', true, 'own_file', 'own', 'file'],
    ['carnival', true, 'own_file', 'own', 'file'],
    ['thief', false, 'file_not_own', 'others_file', 'registered'],
    ['empty-file', false, 'file_not_own', 'empty', 'registered'],
    ['looping-file', false, 'file_not_own', 'too_many_redirects', 'registered'],
    ['no-file', false, 'file_not_own', 'no_uri', 'registered'],
    ['seller', false, 'not_registered', null, 'none'],
    ['old-busy', false, 'not_registered', null, 'none'],
    ['sanctioned', false, 'blocked', null, 'none'],
  ]
  const verify = async (who: string) =>
    (await (await fetch(`${service.url}/v1/agent/verify/${who}`)).json()) as { erc8004: { agents: Record<string, unknown>[] } }

  test.each(verified)('%s: verified is %s, by %s', async (key, isVerified, reason, file, level) => {
    const body = await verify(addressOf(key))
    expect(body).toMatchObject({ address: addressOf(key), verified: isVerified, reason, level })
    expect(body.erc8004.agents[0]?.['file'] ?? null).toEqual(file === null ? null : expect.objectContaining({ outcome: file }))
  })

  test('the good agent is shown with its networks, domain, name and reviews', async () => {
    const body = await verify('farthing-quote-desk.eth')
    expect(body).toMatchObject({
      ensName: 'farthing-quote-desk.eth',
      erc8004: { registered: true, agentCount: 2, networksNotRead: [], validation: 'not_available' },
    })
    expect(body.erc8004.agents).toMatchObject([
      {
        network: 'eip155:8453',
        agentId: '0',
        roles: ['owner', 'wallet'],
        owner: addressOf('quote-desk'),
        file: { name: 'Quote desk' },
        domains: [{ outcome: 'proven' }],
        reputation: { reviewCount: 10, mean: 90, ignoredReviewCount: 0 },
      },
      { network: 'eip155:1187947933', agentId: '0', file: { outcome: 'own' }, reputation: null },
    ])
  })

  test('an operator of an agent and a ring of reviewers are identified as such', async () => {
    expect((await verify(addressOf('freight-wallet'))).erc8004.agents).toMatchObject([
      { roles: ['wallet'], owner: addressOf('freight-desk') },
    ])
    expect((await verify(addressOf('carnival'))).erc8004.agents).toMatchObject([
      { domains: [{ outcome: 'status' }], reputation: { reviewCount: 0, mean: null, ignoredReviewCount: 12 } },
    ])
  })
})

describe('the subject of a call', () => {
  const good = addressOf('quote-desk')

  test('an address in any case, or a name', async () => {
    for (const text of [
      good,
      good.toLowerCase(),
      `0x${good.slice(2).toUpperCase()}`,
      'farthing-quote-desk.eth',
      'Farthing-Quote-Desk.ETH',
    ]) {
      expect(await scoreOf(text)).toMatchObject({ address: good, ensName: 'farthing-quote-desk.eth' })
    }
    // Its name resolves to it, but it does not claim the name.
    expect(await scoreOf('farthing-harbour.eth')).toMatchObject({ address: addressOf('old-busy'), ensName: null })
  })

  test('is not an address with a wrong checksum, nor other text', async () => {
    const swapped = good.replace(/[a-f]/, (digit) => digit.toUpperCase()).replace(/[A-F](?=[^A-F]*$)/, (digit) => digit.toLowerCase())
    for (const text of [swapped, good.slice(0, -1), `${good}0`, 'harbour', 'a..eth', 'two words.eth']) {
      const { status, body } = await ask(`/v1/agent/tier/${encodeURIComponent(text)}`)
      expect([status, body]).toMatchObject([400, { code: 'invalid_input', field: 'path.address' }])
    }
  })

  test('an unknown name is an uncharged 404', async () => {
    expect(await ask('/v1/agent/trust-score/nobody-has-this.eth')).toMatchObject({ status: 404, body: { code: 'unknown_name' } })
  })

  test('without Ethereum a name is a 503, and an address still works', async () => {
    const { chains, clock } = service.parts
    const without = new Map([...chains].filter(([id]) => id !== 'eip155:1'))
    const read = createSubjectReader()
    const context = { chains: without, clock, signal: AbortSignal.timeout(60_000) }
    expect(await read(good, 'path.address', context)).toBe(good.toLowerCase())
    const refused = await read('farthing-quote-desk.eth', 'path.address', context).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Problem)
    expect(refused).toMatchObject({ code: 'ens_unavailable', status: 503 })
  })
})

describe('several at once', () => {
  let account: Account
  beforeAll(async () => void (account = await service.payingWallet()))
  const send = (addresses: readonly string[], headers: Record<string, string> = {}) =>
    fetch(`${service.url}/v1/agent/trust-score/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ addresses }),
    })
  async function buy(addresses: readonly string[]): Promise<Response> {
    const challenge = await send(addresses)
    expect(challenge.status).toBe(402)
    const terms = JSON.parse(Buffer.from(challenge.headers.get('payment-required')!, 'base64').toString('utf8')) as never
    return send(addresses, { 'PAYMENT-SIGNATURE': await signPayment(terms, account) })
  }

  test('each gets a result or its own error, once', async () => {
    const [good, old] = [addressOf('quote-desk'), addressOf('old-busy')]
    const asked = [good, 'nobody-has-this.eth', good.toLowerCase(), 'rubbish', 'farthing-quote-desk.eth', old, 'rubbish']
    const response = await buy(asked)
    expect(response.status).toBe(200)
    const body = (await response.json()) as { results: { asked: string; result: Scored | null; error: { code: string } | null }[] }
    expect(body.results.map(({ asked, result, error }) => [asked, result?.tier ?? error?.code])).toEqual([
      [good, 'Enterprise'],
      ['nobody-has-this.eth', 'unknown_name'],
      ['rubbish', 'invalid_input'],
      [old, 'Verified'],
    ])
    const { meta: _, ...single } = await scoreOf(good)
    expect(body.results[0]?.result).toEqual(single)
  })

  test('are not charged if none can be scored', async () => {
    const response = await buy(['rubbish', 'nobody-has-this.eth'])
    expect(response.status).toBe(200)
    const settlement = response.headers.get('payment-response')!
    expect(JSON.parse(Buffer.from(settlement, 'base64').toString('utf8'))).toMatchObject({ transaction: '', amount: '0' })
  })

  test.each([0, 11])('%i addresses are refused before anything is paid', async (count) => {
    expect((await send(Array.from({ length: count }, () => addressOf('nobody')))).status).toBe(400)
  })
})
