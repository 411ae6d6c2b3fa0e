import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledContract } from '../../sandbox/contracts/compiled-contract.ts'
import { addressOf, inhabitants } from '../../sandbox/population/inhabitants.ts'
import { RpcRejected, RpcUnreachable, type Chain } from '../../src/chain/chain.ts'
import { maxNodeCalls } from '../../goods/onchain/token-analysis/analyse-token.ts'
import { tokenAnalysis } from '../../goods/onchain/token-analysis/token-analysis.ts'
import { createTokenReports } from '../../goods/onchain/token-analysis/token-reports.ts'
import { tokenAnswer, type TokenAnswer } from '../../goods/onchain/token-analysis/token-answer.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, pay, receiptOf, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import { patientTimers } from '../support/patient-timers.ts'
import { onchainOf } from '../support/onchain-of.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const tokenOf = (key: string): string => (key.startsWith('0x') ? key : key === 'usdc' ? usdc : addressOf(key))
const pathOf = (address: string) => `/v1/crypto/token-analysis/${address}?chain=base`

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('20')
})
afterAll(() => service?.close())

async function setUpstream(mode: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${service.url}/sandbox/upstreams/dexscreener`, { method: 'POST', headers, body: JSON.stringify({ mode }) })
}

/** The expected verdict for each token of the sandbox, and why. */
const expected: readonly (readonly [key: string, verdict: string, flags: string, honeypot: boolean, taxes: string, why: string])[] = [
  ['plain-token', 'clear', '', false, '0 0 0', 'nobody owns it, 25 hold 4 % each, and all of them can sell'],
  [
    'proxy-token',
    'danger',
    'replaceable_code can_mint can_pause can_blacklist has_owner concentrated no_pool',
    false,
    '0 0 0',
    'it can be sold today, but its owner may mint, pause and blacklist, and replace the code; no pool is known',
  ],
  [
    'honeypot-token',
    'danger',
    'honeypot concentrated new_market nobody_sells',
    true,
    '0 - -',
    'nothing in its code says so, but neither its holders nor a new buyer can give it away again',
  ],
  [
    'taxed-token',
    'caution',
    'high_tax can_change_fees has_owner',
    false,
    '12 0 12',
    'trades with its pool are taxed, and the owner may change that',
  ],
  [
    'usdc',
    'known',
    'known_token replaceable_code can_mint can_pause can_blacklist can_upgrade has_owner concentrated',
    false,
    '0 0 0',
    'its issuer may do all that, and it is known all the same',
  ],
]

describe('the tokens of the sandbox', () => {
  test('are all in the table', () => {
    const tokens = inhabitants.filter(({ kind }) => kind === 'token').map(({ key }) => key)
    expect(expected.map(([key]) => key).toSorted()).toEqual([...tokens, 'usdc'].toSorted())
  })

  test.each(expected)('%s is %s: %s', async (key, verdict, flags, honeypot, taxes) => {
    const response = await pay(service.url, account, { path: pathOf(tokenOf(key)) })
    expect(response.status).toBe(200)
    const body = tokenAnswer.parse(await response.json())
    expect(body).toMatchObject({ verdict, observedShare: 1, transferSimulation: { honeypot }, meta: { degraded: false, simulated: true } })
    expect(body.flags.map(({ code }) => code).join(' ')).toBe(flags)
    const trial = body.transferSimulation!
    expect([trial.buyTaxPercent, trial.sendTaxPercent, trial.sellTaxPercent].map((tax) => tax ?? '-').join(' ')).toBe(taxes)
    expect(trial).toMatchObject({ tokens: 'holder', triedHolderCount: 3, refusedHolderCount: honeypot ? 3 : 0 })
    expect((await receiptOf(response)).charged.usd).toBe('0.15')
  })

  test('list their holders without the pool', async () => {
    const { holders } = await analyse('taxed-token')
    expect(holders).toMatchObject({ count: 27, transferCount: 51, top10Share: 0.4368, notCounted: [{ kind: 'pool', share: 0.6 }] })
    expect(holders?.largest[0]).toMatchObject({ address: addressOf('token-keeper'), share: 0.12, kind: 'account' })
    const days = (Date.now() - Date.parse(holders!.firstTransferAt!)) / 86_400_000
    expect(Math.round(days)).toBe(40)
  })

  test('show their proxy, its administrator, and what the implementation can do', async () => {
    const [fixture, canonical] = [await analyse('proxy-token'), await analyse('usdc')]
    expect(fixture.proxy).toMatchObject({ kind: 'eip1967', replaceable: true })
    expect(fixture.owner).toEqual({ address: addressOf('token-keeper'), renounced: false, from: 'owner()' })
    expect(fixture.capabilities.every(({ foundIn }) => foundIn === fixture.proxy?.implementation)).toBe(true)
    expect(canonical.proxy).toMatchObject({ kind: 'zeppelinos', admin: expect.stringMatching(/^0x/) })
  })
})

describe('what is not a token', () => {
  test.each([['nobody', 'There is no contract']])(
    '%s is a 404 that costs nothing, and the payment buys something else',
    async (key, detail) => {
      const payment = await signPayment(await termsOf(service.url, pathOf(usdc)), account)
      const response = await callWith(service.url + pathOf(tokenOf(key)), payment)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'no_token_contract', detail: expect.stringContaining(detail) })
      expect((await callWith(service.url + pathOf(usdc), payment)).status).toBe(200)
    },
  )

  test('a name is resolved to its address: a wallet is not a token, and an unregistered name is a 404 too', async () => {
    const codeOf = async (name: string) =>
      ((await (await pay(service.url, account, { path: pathOf(name) })).json()) as { code: string }).code
    expect(await codeOf('farthing-harbour.eth')).toBe('no_token_contract')
    expect(await codeOf('nobody-has-this.eth')).toBe('unknown_name')
  })

  test('a contract that is not a token is a clear 404', async () => {
    const body = await analyse('0xcA11bde05977b3631167028862bE2a173976CA11')
    expect(body.flags.map(({ code }) => code)).toContain('not_erc20')
    expect(body.transferSimulation).toBeNull()
    expect(body.notObserved.map(({ field }) => field)).toContain('transferSimulation')
  })

  test('a network that is not enabled', async () => {
    const response = await pay(service.url, account, { path: `/v1/crypto/token-analysis/${usdc}?chain=solana` })
    expect(await response.json()).toMatchObject({ code: 'unsupported_network', field: 'query.chain' })
  })
})

type Call = Chain['rpc']['call']

/** The chain of the service. It counts the calls, and answers with what `otherwise` returns. */
function watched(otherwise: (method: string, params: readonly unknown[]) => ReturnType<Call> | null = () => null) {
  const chain = service.chain()
  const asked: string[] = []
  const call: Call = (method, params, options) => {
    asked.push(method)
    const other = otherwise(method, params)
    if (other === null) return chain.rpc.call(method, params, options)
    const late = new Promise<never>((_, reject) =>
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)),
    )
    return Promise.race([other, late]) as never
  }
  const { sources } = onchainOf(service.parts)
  const offer = tokenAnalysis(createTokenReports({ timers: patientTimers, sources }), sources)
  const { clock } = service.parts
  const context = { clock, chains: new Map([[chain.network.id, { ...chain, rpc: { call } }]]) }
  const run = async (key: string) => {
    const outcome = (await offer.run({ path: { address: tokenOf(key).toLowerCase() }, query: {}, body: {} }, context as never)) as {
      body: TokenAnswer
      charge: boolean
    }
    return { ...outcome, body: tokenAnswer.parse(JSON.parse(JSON.stringify(outcome.body))) }
  }
  return { run, asked }
}
async function analyse(key: string): Promise<TokenAnswer> {
  return (await watched().run(key)).body
}

const never = () => new Promise<never>(() => {})
const missing = ({ notObserved }: TokenAnswer) => notObserved.map(({ field }) => field)

describe('what an analysis asks of the node', () => {
  test('is a bounded number of calls for every token, and none the second time', async () => {
    for (const [key] of expected) {
      const { run, asked } = watched()
      await run(key)
      expect(asked.length, key).toBeLessThanOrEqual(maxNodeCalls)
      // It is much less if the node refuses nothing.
      expect(asked.length, key).toBeLessThanOrEqual(24)
      const before = asked.length
      const { body } = await run(key)
      expect(asked).toHaveLength(before)
      expect(body.meta.sources[0]?.cache).toBe('hit')
    }
  })

  test('is the same for a hundred callers at once as for one', async () => {
    const [one, many] = [watched(), watched()]
    await one.run('plain-token')
    await Promise.all(Array.from({ length: 100 }, () => many.run('plain-token')))
    expect(many.asked).toHaveLength(one.asked.length)
  })

  test('is bounded too if the node returns few logs at a time, so that ranges are halved', async () => {
    for (const most of [20, 100, 1_000]) {
      const capped = watched((method, params) => {
        if (method !== 'eth_getLogs') return null
        return service
          .chain()
          .rpc.call<unknown[]>(method, params)
          .then((logs) => {
            if (logs.length > most) throw new RpcRejected(-32005, 'query returned more than that')
            return logs
          })
      })
      const { body } = await capped.run('usdc')
      expect(capped.asked.length).toBeLessThanOrEqual(maxNodeCalls)
      expect(capped.asked.filter((method) => method === 'eth_getLogs').length).toBeLessThanOrEqual(12)
      expect(body.transferSimulation).toMatchObject({ honeypot: false })
      if (body.holders === null) expect(missing(body)).toEqual(['holders'])
      else expect(body.holders).toEqual((await analyse('usdc')).holders)
    }
  })
})

// Several of these tests wait until the time of the offer is over.
describe('a part that is dead', () => {
  test.concurrent('event search: no holders, and the trial uses an invented balance', async () => {
    for (const dead of [
      never,
      () => Promise.reject(new RpcUnreachable('connection failed')),
      () => Promise.reject(new RpcRejected(-32601, 'method not found')),
    ]) {
      const elapsed = startStopwatch()
      const { body, charge } = await watched((method) => (method === 'eth_getLogs' ? dead() : null)).run('plain-token')
      expect(elapsed()).toBeLessThan(3_000)
      expect(missing(body)).toEqual(['holders', 'owner'])
      expect(body).toMatchObject({
        holders: null,
        observedShare: 0.8,
        verdict: 'unclear',
        transferSimulation: { tokens: 'made-up', honeypot: false },
      })
      expect(charge).toBe(true)
    }
  })

  test.concurrent('a honeypot is found without event search too', async () => {
    const { body } = await watched((method) => (method === 'eth_getLogs' ? never() : null)).run('honeypot-token')
    // A stranger with tokens cannot transfer them.
    expect(body.verdict).toBe('danger')
    expect(body.flags.map(({ code }) => code)).toContain('transfers_refused')
  })

  test('a node without state overrides: no trial of a new buyer, and holders are tried as their events list them', async () => {
    const refused = () => Promise.reject(new RpcRejected(-32602, 'too many arguments, want at most 2'))
    const { body } = await watched((method, params) => (method === 'eth_call' && params.length > 2 ? refused() : null)).run(
      'honeypot-token',
    )
    expect(missing(body)).toContain('transferSimulation')
    expect(body.holders).toMatchObject({ count: 6 })
  })

  test.concurrent('the getters of the contract: no token data, but the rest', async () => {
    const { body } = await watched((method, [call]) => {
      const { data } = (call ?? {}) as { data?: string }
      return method === 'eth_call' && data?.length === 10 ? never() : null
    }).run('taxed-token')
    expect(missing(body)).toEqual(expect.arrayContaining(['token', 'owner']))
    expect(body.code.bytes).toBeGreaterThan(1_000)
  })

  test.concurrent('the whole node: nothing is sold', async () => {
    const elapsed = startStopwatch()
    const failed = watched(never).run('plain-token')
    await expect(failed).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(elapsed()).toBeLessThan(3_000)
  })

  test.concurrent('an answer that shows too little is not charged', async () => {
    const { body, charge } = await watched((method) => (['eth_getLogs', 'eth_call'].includes(method) ? never() : null)).run(
      '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
    )
    expect(body.observedShare).toBeLessThan(0.5)
    expect(charge).toBe(false)
  })
})

describe('the source of pools', () => {
  // New tokens, since cached reports need no source.
  test.each([
    ['slow', '0x00000000000000000000000000000000000d0001'],
    ['outage', '0x00000000000000000000000000000000000d0002'],
  ])('in mode %s leaves the liquidity open, with the reason, in time', async (mode, token) => {
    await service.chain().rpc.call('anvil_setCode', [token, compiledContract('plain-token').runtimeCode])
    await setUpstream(mode)
    try {
      const elapsed = startStopwatch()
      const { body, charge } = await watched().run(token)
      expect(elapsed()).toBeLessThan(3_000)
      expect(body.notObserved).toContainEqual({ field: 'liquidity', reason: 'The source of pools gave no usable answer.' })
      expect([body.observedShare, charge]).toEqual([0.8, true])
    } finally {
      await setUpstream('ok')
    }
  })
})
