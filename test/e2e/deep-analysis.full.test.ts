import { setTimeout as sleep } from 'node:timers/promises'
import { createWalletClient, defineChain, encodeFunctionData, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, inhabitant, inhabitants, membersOf } from '../../sandbox/population/inhabitants.ts'
import { RpcRejected, type Chain, type NetworkId } from '../../src/chain/chain.ts'
import { maxHistoryQuestions } from '../../goods/onchain/history/wallet-history.ts'
import type { OfferContext } from '../../src/offers/offer.ts'
import { maxFirstActivityQuestions } from '../../goods/onchain/addresses/account/first-activity.ts'
import { questionsPerNetwork } from '../../goods/onchain/addresses/account/observe-network.ts'
import { maxReviewers } from '../../goods/onchain/addresses/identity/review-summary.ts'
import { usdcMixers } from '../../src/chain/known/mixers.ts'
import { mixerCaps } from '../../goods/onchain/addresses/sanctions/mixer-dealings.ts'
import { maxAuthorizationQuestions } from '../../goods/onchain/history/authorizations.ts'
import { maxOwnTokenQuestions, maxOwnTokens } from '../../goods/onchain/addresses/conduct/observe-own-tokens.ts'
import { maxVictims, victimCaps } from '../../goods/onchain/addresses/conduct/observe-poisoning.ts'
import { maxNodeCalls } from '../../goods/onchain/token-analysis/analyse-token.ts'
import { createSellableCheck } from '../../goods/onchain/token-analysis/check-sellable.ts'
import { createTokenReports } from '../../goods/onchain/token-analysis/token-reports.ts'
import { conductHistoryCaps } from '../../goods/onchain/trust/observe-address.ts'
import { riskHistoryCaps } from '../../goods/onchain/trust/risk/observe-risk.ts'
import { createRiskReports } from '../../goods/onchain/trust/risk/risk-reports.ts'
import { trustOffers } from '../../goods/onchain/trust/trust-offers.ts'
import { createTrustReports } from '../../goods/onchain/trust/trust-reports.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { silentLog } from '../../src/shared/log.ts'
import { usd } from '../../src/shared/money.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { pay, signPayment, type Account } from '../signed-payments.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'
import { watchedChains } from './watched-chains.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import { patientTimers } from '../support/patient-timers.ts'
import { ourselves } from '../../src/shared/caller.ts'
import { onchainOf } from '../support/onchain-of.ts'

interface Analysis {
  readonly address: string
  readonly trust_score: number
  readonly risk_level: string
  readonly riskScore: number | null
  readonly recommendation: { readonly action: string; readonly reason: string }
  readonly warnings: readonly { readonly warning: string; readonly transfers: readonly Record<string, string | number>[] }[]
  readonly sanctions: Readonly<Record<string, unknown>>
  readonly blacklist: Readonly<Record<string, unknown>>
  readonly observedShare: number
  readonly behavioral_signals: Readonly<
    Record<string, { state: string; points: number; detail: string; transfers: Record<string, string | number>[] }>
  >
  readonly velocity: { readonly windows: Readonly<Record<string, Record<string, unknown>>>; readonly interArrivalCv: number | null }
  readonly history: readonly Record<string, unknown>[]
  readonly missing: readonly string[]
}
interface Batch {
  readonly results: readonly {
    readonly asked: string
    readonly result: Analysis | null
    readonly error: { readonly code: string } | null
  }[]
}

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService({ ownSandbox: youngChains, env: { FREE_QUOTA_PER_DAY: '10000' } })
  account = await service.payingWallet('5')
  await untilDataIsLoaded(service)
})
afterAll(() => service?.close())

const sendBatch = (addresses: readonly string[], headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v1/agent/deep-analysis/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ addresses }),
  })
async function buyBatch(addresses: readonly string[]): Promise<Response> {
  const challenge = await sendBatch(addresses)
  expect(challenge.status).toBe(402)
  const terms = JSON.parse(Buffer.from(challenge.headers.get('payment-required')!, 'base64').toString('utf8')) as never
  return sendBatch(addresses, { 'PAYMENT-SIGNATURE': await signPayment(terms, account) })
}
async function analyse(who: string): Promise<Analysis> {
  const response = await pay(service.url, account, { path: `/v1/agent/deep-analysis/${who}` })
  expect(response.status).toBe(200)
  return (await response.json()) as Analysis
}
const foundIn = ({ behavioral_signals: signals }: Analysis) =>
  Object.entries(signals).flatMap(([signal, { state }]) => (state === 'found' ? [signal] : []))

/** What the composition root gives the trust offers. */
const outside = () => {
  const { indexes, sources } = onchainOf(service.parts)
  return { indexes, sources, isSellable: createSellableCheck(createTokenReports({ timers: patientTimers, sources })), payTo: null }
}

/** Reports without the service's cache, and the number of questions that they asked of each network. */
function watched(silent: readonly NetworkId[] = [], slow: readonly NetworkId[] = []) {
  const { clock, ledger } = service.parts
  const { chains, asked } = watchedChains(service.parts.chains, silent, slow)
  const trust = createTrustReports({
    timers: patientTimers,
    paymentsOf: (payer) => ledger.payerHistory(payer),
    confirmationOf: () => null,
    ...outside(),
  })
  const risks = createRiskReports(trust, { payTo: null, timers: patientTimers })
  const of = (address: Hex) => risks.of(address.toLowerCase() as Hex, { chains, clock })
  return { of, report: (key: string) => of(addressOf(key)), asked }
}

/** The expected risk of each inhabitant, its signals, and why. */
const expected: readonly (readonly [key: string, level: string, score: number | null, signals: string, why: string])[] = [
  ['old-busy', 'low', 0, '', 'nothing but ordinary payments for years'],
  ['old-silent', 'low', 0, '', 'did next to nothing'],
  ['new-busy', 'low', 10, 'first_seen_this_week', 'busy, and three days old'],
  ['new-rich', 'low', 20, 'first_seen_today', 'six hours old; money alone is no risk'],
  ['nobody', 'unknown', null, '', 'was never seen'],
  ['carousel', 'medium', 30, 'circular_transfers', 'a thousand payments to itself are a show of activity'],
  ['bot', 'low', 0, '', 'regular as a clock, which agents are'],
  ['drainer', 'high', 70, 'first_seen_today burst fan_out drain', 'three hauls in and out at once, to sixty whom it never knew'],
  ['drained', 'low', 0, '', 'old, and paid once; who robbed it is the risk'],
  ['mule', 'medium', 25, 'first_seen_today single_funder', 'new, and got all that it has from the drainer'],
  ['supplier', 'low', 5, 'single_funder', 'has one customer'],
  ['look-alike', 'high', 60, 'address_poisoning', 'sent dust to the client of an address that it imitates'],
  ['poisoned', 'low', 0, '', 'what others put into its history is not its doing'],
  ['sanctioned', 'critical', 100, 'sanctioned', 'on the lists and named by the oracles'],
  ['blacklisted', 'critical', 100, 'usdc_blacklisted', 'blacklisted by the issuer of USDC'],
  ['pretender', 'unknown', null, '', 'claims a name, and was never seen'],
  ['quote-desk', 'low', 0, '', 'an agent of good standing'],
  ['reviewer', 'low', 0, '', 'half a year old, and pays now and then'],
  ['freight-desk', 'low', 0, '', 'an agent of good standing'],
  ['freight-wallet', 'low', 0, '', 'acts for one'],
  ['empty-file', 'low', 0, '', 'what it says of itself is no matter of what it did'],
  ['looping-file', 'low', 0, '', 'the same'],
  ['no-file', 'low', 0, '', 'the same'],
  ['moved-agent', 'low', 0, '', 'bought an agent, weeks ago'],
  ['seller', 'low', 0, '', 'sold one'],
  ['thief', 'low', 0, '', 'points at a file that is not its own, and moves no money by it'],
  ['carnival', 'low', 10, 'first_seen_this_week', 'six days old'],
  ['shill', 'low', 15, 'first_seen_this_week single_funder', 'five days old, and funded by the agent that it praises'],
  ['whale', 'low', 0, '', 'large payments to one, and old'],
  ['second-whale', 'low', 20, 'first_seen_today', 'five hours old'],
  ['plain-token', 'unknown', null, '', 'a contract that never had USDC nor sent anything'],
  ['proxy-token', 'unknown', null, '', 'the same'],
  ['honeypot-token', 'unknown', null, '', 'the same'],
  ['taxed-token', 'unknown', null, '', 'the same'],
  ['token-keeper', 'high', 60, 'unsellable_token', 'made a token that its buyers cannot sell'],
  ['passer-by', 'low', 5, 'single_funder', 'most of what it got came from the treasury'],
]

describe('the inhabitants of the sandbox', () => {
  const analyses = new Map<string, Analysis>()
  beforeAll(async () => {
    // Few at a time, so that the nodes of a busy machine answer all of them in time.
    for (let start = 0; start < expected.length; start += 4) {
      const keys = expected.slice(start, start + 4).map(([key]) => key)
      const response = await buyBatch(keys.map(addressOf))
      const { results } = (await response.json()) as Batch
      results.forEach(({ result }, index) => analyses.set(keys[index]!, result!))
    }
  })

  test('are all in the table', () => {
    expect(expected.map(([key]) => key).toSorted()).toEqual(inhabitants.map(({ key }) => key).toSorted())
  })

  test.each(expected)('%s is of %s risk', (key, level, score, signals) => {
    const analysis = analyses.get(key)!
    expect(analysis).toMatchObject({
      address: addressOf(key),
      risk_level: level,
      riskScore: score,
      observedShare: level === 'unknown' ? 0.14 : 1,
      missing: [],
    })
    expect(foundIn(analysis).join(' ')).toBe(signals)
    const points = Object.values(analysis.behavioral_signals).reduce((sum, one) => sum + one.points, 0)
    expect(Math.min(100, points)).toBe(score ?? 0)
  })

  test('the drainer is shown with its hauls, by transaction, block and amount', () => {
    const { behavioral_signals: signals, velocity } = analyses.get('drainer')!
    expect(signals['drain']!.transfers.map(({ network, amountUsdc }) => [network, amountUsdc])).toEqual([
      ['eip155:137', '5000'],
      ['eip155:137', '3000'],
      ['eip155:137', '8000'],
    ])
    for (const { transaction, blockNumber } of signals['drain']!.transfers) {
      expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
      expect(blockNumber).toBeGreaterThan(0)
    }
    expect(signals['fan_out']!.detail).toBe('paid 60 new counterparties within a day')
    expect(velocity.windows).toMatchObject({
      '1h': { transferCount: 0, complete: true },
      '24h': {
        transferCount: 63,
        transfersPerHour: 2.625,
        receivedUsdc: '16000',
        sentUsdc: '15880',
        counterpartyCount: 63,
        complete: true,
      },
      '7d': { transferCount: 63, transfersPerHour: 0.375 },
    })
  })

  test('the mule is shown with its funders, and the poisoned wallet is warned of both look-alikes', () => {
    expect(analyses.get('mule')!.behavioral_signals['single_funder']!.detail).toContain(addressOf('drainer').toLowerCase())
    const [warning] = analyses.get('poisoned')!.warnings
    expect(warning?.warning).toBe('look_alikes')
    expect(warning?.transfers.map(({ amountUsdc, direction, counterparty }) => [amountUsdc, direction, counterparty]).toSorted()).toEqual([
      ['0.00001', 'in', addressOf('look-alike')],
      ['450', 'out', addressOf('supplier')],
    ])
  })

  test('the poisoner is shown with its dust, and nobody is told to deal with it', () => {
    const { behavioral_signals: signals, recommendation } = analyses.get('look-alike')!
    expect(signals['address_poisoning']!.transfers).toMatchObject([
      { network: 'eip155:42161', direction: 'out', counterparty: addressOf('poisoned'), amountUsdc: '0.00001' },
    ])
    expect(recommendation).toEqual({
      action: 'do_not_deal',
      reason:
        'This address shows a sign of fraud: it sent dust to 1 wallet that had paid an address with the same first and last four digits as its own.',
    })
  })

  test('a sanctions list and the blacklist of USDC are told apart, each with its evidence', () => {
    const [listed, frozen] = [analyses.get('sanctioned')!, analyses.get('blacklisted')!]
    expect(listed.sanctions['status']).toBe('listed')
    expect(listed.sanctions['entries']).toContainEqual(expect.objectContaining({ list: 'uk', entry: 'DPR1023', listedDate: '2022-03-15' }))
    expect(listed.sanctions['oracleNetworks']).toContain('eip155:1')
    expect(listed.blacklist).toEqual({ status: 'clean', entries: [] })
    expect(frozen.sanctions).toEqual({ status: 'clean', entries: [], oracleNetworks: [] })
    expect(frozen.blacklist).toMatchObject({ status: 'listed', entries: [{ network: 'eip155:8453' }, { network: 'eip155:1' }] })
    const [{ blacklistedAt, transaction }] = frozen.blacklist['entries'] as [{ blacklistedAt: string; transaction: string }]
    expect(Math.round((Date.now() - Date.parse(blacklistedAt)) / 86_400_000)).toBe(30)
    expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('the bot acts at regular intervals', () => {
    expect(analyses.get('bot')!.velocity.interArrivalCv).toBe(0)
    expect(analyses.get('drainer')!.velocity.interArrivalCv).toBeNull()
  })

  test('every history says how far back it goes', { timeout: 180_000 }, async () => {
    let { history } = analyses.get('carousel')!
    // A busy machine may not read all of it in time: the report is made anew when the old one is no longer kept.
    while (history.some(({ truncatedBy }) => truncatedBy === 'time')) {
      await sleep(1_000)
      ;({ history } = await analyse(addressOf('carousel')))
    }
    expect(history).toHaveLength(6)
    expect(history.find(({ network }) => network === 'eip155:8453')).toEqual({
      network: 'eip155:8453',
      transferCount: 1_001,
      completeSince: null,
      truncatedBy: null,
    })
  })
})

describe('mixers', () => {
  const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
  const ethereum: NetworkId = 'eip155:1'
  async function transfer(from: Account, to: Hex, value: bigint): Promise<void> {
    const { rpcUrl, usdc } = service.sandbox.world.networks.find(({ id }) => id === ethereum)!
    const nativeCurrency = { name: 'ETH', symbol: 'ETH', decimals: 18 }
    const chain = defineChain({ id: 1, name: 'test', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] })
    const hash = await createWalletClient({ account: from, chain, transport: http() }).sendTransaction({ to: usdc, data })
    while (!(await service.chain(ethereum).receipt(hash))) await sleep(20)
  }

  test('a wallet that dealt with one is told apart from the wallets that it paid and from those that only paid others', async () => {
    const [mixed, friend, stranger] = [await service.wallet('200'), await service.wallet('10'), await service.wallet('10')]
    await transfer(mixed, usdcMixers[ethereum]![0]!, usd('100'))
    await transfer(mixed, friend.address, usd('7'))
    await transfer(stranger, addressOf('passer-by'), usd('1'))
    const [direct, oneHop, none] = [await analyse(mixed.address), await analyse(friend.address), await analyse(stranger.address)]
    expect([foundIn(direct), foundIn(oneHop), foundIn(none)]).toEqual([
      ['mixer', 'first_seen_today'],
      ['mixer_one_hop', 'first_seen_today'],
      ['first_seen_today'],
    ])
    expect(direct).toMatchObject({ risk_level: 'high', riskScore: 70 })
    expect(direct.behavioral_signals['mixer']!.transfers).toMatchObject([{ network: ethereum, amountUsdc: '100' }])
    expect(oneHop).toMatchObject({ risk_level: 'medium', riskScore: 40 })
    // These make up the cap on the trust score.
    const seen = async ({ address }: Account) => (await watched().of(address)).report.trust.observed.observations.mixer
    expect([await seen(mixed), await seen(friend)]).toMatchObject([{ value: true }, { value: false }])
  })
})

describe('several at once', () => {
  test('each gets a result or its own error, once', async () => {
    const [good, drainer] = [addressOf('quote-desk'), addressOf('drainer')]
    const asked = [good, 'nobody-has-this.eth', good.toLowerCase(), 'rubbish', 'farthing-quote-desk.eth', drainer, 'rubbish']
    const response = await buyBatch(asked)
    expect(response.status).toBe(200)
    const { results } = (await response.json()) as Batch
    expect(results.map(({ asked, result, error }) => [asked, result?.risk_level ?? error?.code])).toEqual([
      [good, 'low'],
      ['nobody-has-this.eth', 'unknown_name'],
      ['rubbish', 'invalid_input'],
      [drainer, 'high'],
    ])
  })

  test('are not charged if none can be analysed', async () => {
    const response = await buyBatch(['rubbish', 'nobody-has-this.eth'])
    expect(response.status).toBe(200)
    const settlement = response.headers.get('payment-response')!
    expect(JSON.parse(Buffer.from(settlement, 'base64').toString('utf8'))).toMatchObject({ transaction: '', amount: '0' })
  })

  test.each([0, 11])('%i addresses are refused before anything is paid', async (count) => {
    expect((await sendBatch(Array.from({ length: count }, () => addressOf('nobody')))).status).toBe(400)
  })

  test('need POST, and a GET says so', async () => {
    const response = await fetch(`${service.url}/v1/agent/trust-score/batch`)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { detail: string }).detail).toContain('POST')
  })
})

describe('what a report asks of the nodes', () => {
  test('is a bounded number of questions for each network, and none the second time', async () => {
    for (const key of ['nobody', 'old-busy', 'carousel', 'drainer', 'quote-desk', 'mule']) {
      const { report, asked } = watched()
      await report(key)
      for (const [id, count] of asked) {
        const head = (await service.chain(id).head()).number
        const reviews = inhabitant(key).agents ? maxReviewers + 1 : 0
        const ethereums = id === 'eip155:1' ? 2 + 2 * maxHistoryQuestions(mixerCaps) : 0
        const conduct =
          maxAuthorizationQuestions +
          maxHistoryQuestions(conductHistoryCaps) +
          maxVictims * maxHistoryQuestions(victimCaps) +
          maxOwnTokenQuestions +
          maxOwnTokens * maxNodeCalls
        const first = maxFirstActivityQuestions(head)
        const most = questionsPerNetwork + first + reviews + conduct + maxHistoryQuestions(riskHistoryCaps) + ethereums
        expect(count, `${key} on ${id}`).toBeLessThanOrEqual(most)
        // A node that searches all blocks at once gets few questions.
        if (key === 'nobody') expect(count).toBeLessThanOrEqual(questionsPerNetwork + (id === 'eip155:1' ? 16 : 10))
      }
      const before = [...asked.values()]
      expect((await report(key)).cached).toBe(true)
      expect([...asked.values()]).toEqual(before)
    }
  })

  test('is the same for a hundred callers at the same time as for one', async () => {
    const { report, asked } = watched()
    await Promise.all(Array.from({ length: 100 }, () => report('nobody')))
    expect(asked.get('eip155:8453')).toBeLessThanOrEqual(questionsPerNetwork + 10)
  })

  test('with one silent network: the answer is partial and in time; what was found stays found, and the rest does not count as clean', async () => {
    const { report } = watched(['eip155:8453'])
    const elapsed = startStopwatch()
    const { report: partial } = await report('drainer')
    expect(elapsed()).toBeLessThan(3_000)
    expect(partial.partial).toBe(true)
    expect(partial.missing).toContain('transfers.eip155:8453 (too_slow)')
    const stateOf = (signal: string) => partial.risk.signals.find((one) => one.signal === signal)!.state
    expect(['drain', 'fan_out', 'burst'].map(stateOf)).toEqual(['found', 'found', 'found'])
    expect(['address_poisoning', 'usdc_blacklisted', 'first_seen_today'].map(stateOf)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(partial.risk.observedShare).toBeLessThan(1)
    expect(partial.velocity.windows['24h']).toMatchObject({ transfers: 63, complete: false })
  })

  test('with networks that are always slow: the answer is in time', async () => {
    const { report } = watched([], ['eip155:1', 'eip155:10', 'eip155:42161'])
    const elapsed = startStopwatch()
    const { report: partial } = await report('drainer')
    expect(elapsed()).toBeLessThan(3_000)
    expect(partial.missing).toEqual(expect.arrayContaining(['transfers.eip155:10 (too_slow)', 'mixer_one_hop (too_slow)']))
    expect(partial.risk.signals.find(({ signal }) => signal === 'drain')!.state).toBe('found')
  })

  test('an answer without any transfers is not charged', async () => {
    const { sources, clock, ledger, chains: real } = service.parts
    const chains = new Map<NetworkId, Chain>()
    for (const [id, chain] of real) {
      const call: Chain['rpc']['call'] = (method, params, options) =>
        method === 'eth_getLogs' ? Promise.reject(new RpcRejected(-32_601, 'method not found')) : chain.rpc.call(method, params, options)
      chains.set(id, { ...chain, rpc: { call } })
    }
    const paymentsOf = (payer: Hex) => ledger.payerHistory(payer)
    const { deep } = trustOffers({ timers: patientTimers, paymentsOf, confirmationOf: () => null, ...outside() })
    const context: OfferContext = {
      chains,
      sources,
      clock,
      caller: ourselves,
      takeFreeUnit: async () => true,
      signal: AbortSignal.timeout(60_000),
      log: silentLog,
      catalog: { offers: [] },
      publicUrl: service.url,
    }
    const outcome = await deep.run({ path: { address: addressOf('sanctioned') }, query: {}, body: {} }, context)
    expect(outcome).toMatchObject({ charge: false, reason: 'no_transfers_read', body: { risk_level: 'critical', history: [] } })
    const { observedShare, behavioral_signals: signals } = outcome.body as Analysis
    expect(observedShare).toBeLessThan(0.5)
    expect(signals['drain']).toMatchObject({ state: 'unknown', reason: 'not_answered' })
  })

  test('without any network there is no verdict', async () => {
    const { report } = watched([...service.parts.chains.keys()])
    await expect(report('drainer')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

test('a whole crowd gets its own result one by one', async () => {
  const risks = await Promise.all(membersOf('drained').map(async (one) => (await analyse(one)).risk_level))
  expect(risks).toEqual(['low', 'low', 'low'])
})
