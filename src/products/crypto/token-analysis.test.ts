import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxNetworks } from '../../../sandbox/networks.ts'
import { startChains } from '../../../sandbox/chains/start-chains.ts'
import type { RunningChain, RunningChains } from '../../../sandbox/chains/start-chains.ts'
import { openTestSources, type TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import type { Chain } from '../../chain/chain.ts'
import { connectChain } from '../../chain/connect-chain.ts'
import { createRpc } from '../../chain/rpc.ts'
import type { ClosableRpc } from '../../chain/rpc.ts'
import type { OfferContext } from '../../offer.ts'
import { systemClock, systemTimers } from '../../ops/system.ts'
import type { Hex } from '../../shared/bytes.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { Problem } from '../../shared/problems.ts'
import { compileTrial } from './compile-trial.fixture.ts'
import { proxySlots } from './proxy.ts'
import { tokenAnalysis } from './token-analysis.ts'
import { tokenAnswer } from './token-answer.ts'
import { tokenTrialCode } from './token-trial-code.ts'

const shared = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }

const giving = parseAbi(['function give(address to, uint256 value)'])

// Where the contracts of this test stand.
const hostile = '0x00000000000000000000000000000000000000b1'
const beaconImplementation = '0x00000000000000000000000000000000000000b2'
const beacon = '0x00000000000000000000000000000000000000b3'
const beaconProxy = '0x00000000000000000000000000000000000000b4'
const oldToken = '0x00000000000000000000000000000000000000b5'
const garbage = '0x00000000000000000000000000000000000000b6'
const endless = '0x00000000000000000000000000000000000000b7'
const decoy = '0x00000000000000000000000000000000000000b8'
const delegated = '0x00000000000000000000000000000000000000b9'
const clone = '0x00000000000000000000000000000000000000c0'
const hollow = '0x00000000000000000000000000000000000000c1'
const cooldown = '0x00000000000000000000000000000000000000c2'
const frozen = '0x00000000000000000000000000000000000000c3'
const grudge = '0x00000000000000000000000000000000000000c4'
const silent = '0x00000000000000000000000000000000000000c5'
const halfTold = '0x00000000000000000000000000000000000000c6'
const plain = '0x00000000000000000000000000000000000000ee'
const clones = [1, 2, 3, 4, 5].map((index): Hex => `0x00000000000000000000000000000000000000d${index}`)

let directory = ''
let running: RunningChains
let base: RunningChain
let rpcs: ClosableRpc[] = []
let chain: Chain
let skale: Chain
let world: TestSources

beforeAll(async () => {
  world = await openTestSources()
  directory = await mkdtemp(join(tmpdir(), 'farthing-token-analysis-'))
  const networks = sandboxNetworks.filter(({ slug }) => slug === 'base' || slug === 'skale')
  running = await startChains({ directory, log: silentLog, networks })
  rpcs = running.chains.map(({ rpcUrl }) => createRpc({ ...shared, urls: [rpcUrl] }))
  const connected = await Promise.all(
    networks.map((network, index) => connectChain({ ...shared, network, rpc: rpcs[index] as ClosableRpc })),
  )
  base = running.chains[0] as RunningChain
  ;[chain, skale] = connected as [Chain, Chain]
  await placeTokens()
})

afterAll(async () => {
  await Promise.all(rpcs.map((rpc) => rpc.close()))
  await running.close()
  await world.close()
  await rm(directory, { recursive: true, force: true })
})

function minimalProxy(implementation: Hex): Hex {
  return `0x363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`
}

async function placeTokens(): Promise<void> {
  const code = compile()
  await base.rpc.batch([
    ...Object.entries({
      [hostile]: code('HostileToken'),
      [decoy]: code('HostileToken'),
      [beaconImplementation]: code('Bytes32Token'),
      [oldToken]: code('Bytes32Token'),
      [beacon]: code('Beacon'),
      [beaconProxy]: code('BeaconProxy'),
      [garbage]: code('GarbageToken'),
      [endless]: code('EndlessToken'),
      [delegated]: `0xef0100${hostile.slice(2)}`,
      [clone]: minimalProxy(hostile),
      [hollow]: minimalProxy(plain),
      [cooldown]: code('CooldownToken'),
      [frozen]: code('FrozenToken'),
      [grudge]: code('GrudgeToken'),
      [silent]: code('SilentToken'),
      [halfTold]: code('HalfToldToken'),
      ...Object.fromEntries(clones.map((address, index) => [address, minimalProxy(clones[index + 1] ?? hostile)])),
    }).map(([address, runtime]) => ['anvil_setCode', address, runtime] as const),
    ['anvil_setStorageAt', beaconProxy, proxySlots.beacon, `0x${beacon.slice(2).padStart(64, '0')}`],
    ['anvil_setStorageAt', decoy, proxySlots.implementation, `0x${chain.network.asset.slice(2).padStart(64, '0')}`],
  ])
  await giveOut()
}

/** Each of the tokens that can be given out gets five holders, the first of whom has most. */
async function giveOut(): Promise<void> {
  const from = '0x00000000000000000000000000000000000000aa'
  await base.rpc.batch([
    ['anvil_impersonateAccount', from],
    ['anvil_setBalance', from, '0xde0b6b3a7640000'],
  ])
  let nonce = 0
  for (const to of [cooldown, frozen, grudge, silent, halfTold]) {
    for (const [index, share] of [6_000n, 1_000n, 1_000n, 1_000n, 1_000n].entries()) {
      const holder = `0x${'e'.repeat(39)}${index}` as const
      const data = encodeFunctionData({ abi: giving, args: [holder, share * 10n ** 18n] })
      const gas = { gas: '0x30d40', gasPrice: '0x77359400', nonce: numberToHex(nonce++) }
      await base.rpc.call('eth_sendTransaction', { from, to, data, ...gas })
    }
  }
  await base.rpc.call('evm_mine')
  await base.rpc.call('evm_mine')
}

function compile(): (contract: string) => string {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('./hostile-tokens.sol', import.meta.url), 'utf8')
  const settings = { evmVersion: 'paris', outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } }
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources: { 'hostile-tokens.sol': { content } }, settings })),
  ) as {
    errors?: unknown
    contracts?: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
  }
  if (!output.contracts) throw new Error(JSON.stringify(output.errors))
  const { contracts } = output
  return (contract) => `0x${contracts['hostile-tokens.sol']?.[contract]?.evm.deployedBytecode.object}`
}

function contextWith(one: Chain): OfferContext {
  return {
    sources: world.sources,
    chains: new Map([[one.network.id, one]]),
    clock: systemClock,
    signal: new AbortController().signal,
    log: silentLog,
    catalogue: { offers: [] },
    publicUrl: 'https://shop.example',
  }
}

/** Each time with nothing in hand. */
async function analyse(address: string, network?: string, context = contextWith(chain)) {
  const offer = tokenAnalysis(systemTimers)
  const input = { path: offer.path.parse({ address }), query: offer.query.parse({ chain: network }), body: {} }
  const outcome = (await offer.run(input, context)) as { body: unknown; charge: boolean }
  return { ...outcome, body: tokenAnswer.parse(JSON.parse(JSON.stringify(outcome.body))) }
}

const codes = (body: { flags: readonly { code: string }[] }) => body.flags.map(({ code }) => code)
const capabilities = (body: { capabilities: readonly { capability: string }[] }) =>
  new Set(body.capabilities.map(({ capability }) => capability))

describe('USDC itself', () => {
  test('is known, and what its owner may do is told all the same', async () => {
    const { body, charge } = await analyse(chain.network.asset)
    expect(charge).toBe(true)
    expect(body).toMatchObject({
      address: chain.network.asset,
      network: 'eip155:8453',
      known: { symbol: 'USDC', issuer: 'Circle' },
      token: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
      owner: { renounced: false, from: 'owner()' },
      verdict: 'known',
    })
    expect(body.proxy).toMatchObject({ kind: 'zeppelinos', replaceable: true, path: [body.proxy?.implementation] })
    expect(body.proxy?.admin).toMatch(/^0x/)
    expect(capabilities(body)).toEqual(new Set(['mint', 'pause', 'blacklist', 'upgrade', 'change-owner']))
    for (const { capability, foundIn } of body.capabilities) {
      expect(foundIn).toBe(capability === 'upgrade' ? body.address : body.proxy?.implementation)
    }
  })

  test('is known as a bridged token where it is one, on a chain of another kind too', async () => {
    const { body } = await analyse(skale.network.asset, undefined, contextWith(skale))
    expect(body).toMatchObject({
      network: skale.network.id,
      known: { symbol: 'USDC.e', issuer: 'SKALE bridge' },
      token: { decimals: 6 },
      proxy: null,
    })
  })

  test('is found by the name of the network as by its id, and by default', async () => {
    for (const network of ['base', 'BASE', 'eip155:8453', undefined])
      expect((await analyse(chain.network.asset, network)).body.network).toBe('eip155:8453')
  })

  test('says when it was read and from where, without the address of the node', async () => {
    const { body } = await analyse(chain.network.asset)
    expect(body.notObserved).toEqual([])
    expect(body.meta).toMatchObject({ simulated: true, degraded: false, missing: [] })
    expect(body.meta.sources).toEqual([
      expect.objectContaining({ id: 'rpc:eip155:8453', asOf: body.block.timestamp }),
      expect.objectContaining({ id: 'dexscreener', licence: 'none: sandbox data' }),
    ])
    expect(JSON.stringify(body)).not.toContain(new URL(base.rpcUrl).host)
  })
})

describe('a token that lies', () => {
  test('has its name cleaned, its look-alike symbol and hidden characters flagged, and is a danger', async () => {
    const { body } = await analyse(hostile)
    expect(body.token).toMatchObject({ name: 'USD Coin', symbol: 'UЅDС', decimals: 18, totalSupply: (2n ** 256n - 1n).toString() })
    expect(codes(body)).toEqual(
      expect.arrayContaining(['hidden_characters', 'named_like_known_token', 'can_mint', 'can_change_fees', 'can_change_limits']),
    )
    expect(body).toMatchObject({ known: null, verdict: 'danger' })
  })

  test('cannot hang the analysis by burning gas, nor hide its other owner so', async () => {
    expect((await analyse(hostile)).body.owner).toEqual({
      address: '0x000000000000000000000000000000000000dEaD',
      renounced: true,
      from: 'getOwner()',
    })
  })

  test('has no capability that only stands in the data of a PUSH', async () => {
    expect(capabilities((await analyse(hostile)).body)).toEqual(new Set(['mint', 'change-fees', 'change-limits']))
  })

  test('does not pass for a proxy of USDC by setting a slot', async () => {
    const { body } = await analyse(decoy)
    expect(body.proxy).toBeNull()
    expect(codes(body)).toContain('decoy_proxy_slot')
    expect(capabilities(body)).toContain('change-fees')
  })

  test.each([garbage, endless])('that answers junk (%s) has nothing readable, each with its reason', async (address) => {
    const { body } = await analyse(address)
    expect(body.token?.name).toBeNull()
    expect(body.token?.symbol).toBeNull()
    expect(body.notObserved.map(({ field }) => field)).toEqual(expect.arrayContaining(['token.name', 'token.symbol']))
    expect(body.meta.missing).toContain('token.name')
  })
})

describe('proxies', () => {
  test('an EIP-1167 clone shows the capabilities of its implementation, which nobody can replace', async () => {
    const { body } = await analyse(clone)
    expect(body.proxy).toMatchObject({ kind: 'eip1167', path: ['0x00000000000000000000000000000000000000B1'], replaceable: false })
    expect(capabilities(body)).toContain('change-fees')
    expect(codes(body)).not.toContain('replaceable_code')
  })

  test('a beacon proxy is followed through its beacon', async () => {
    const { body } = await analyse(beaconProxy)
    expect(body.proxy).toMatchObject({
      kind: 'eip1967-beacon',
      implementation: '0x00000000000000000000000000000000000000b2',
      replaceable: true,
    })
    expect(body.proxy?.beacon?.toLowerCase()).toBe(beacon)
    expect(body.token).toMatchObject({ name: 'Maker', symbol: 'MKR' })
  })

  test('a chain of clones is followed three deep and says that it goes on', async () => {
    const { body } = await analyse(clones[0] as Hex)
    expect(body.proxy?.path.map((one) => one.toLowerCase())).toEqual(clones.slice(1, 4))
    expect(codes(body)).toContain('proxy_chain_not_followed')
  })

  test('a proxy for nothing is a warning', async () => {
    const { body } = await analyse(hollow)
    expect(codes(body)).toContain('empty_implementation')
    expect(body.verdict).toBe('danger')
  })
})

test('an old token with bytes32 names and a renounced owner is read too', async () => {
  const { body } = await analyse(oldToken)
  expect(body.token).toEqual({ name: 'Maker', symbol: 'MKR', decimals: 18, totalSupply: '0', totalSupplyFormatted: '0' })
  expect(body.owner).toEqual({ address: '0x0000000000000000000000000000000000000000', renounced: true, from: 'owner()' })
  expect(codes(body)).toEqual(['no_supply', 'owner_renounced', 'no_pool'])
})

describe('a trial sale', () => {
  const trialOf = async (address: string) => {
    const { body } = await analyse(address)
    return { trial: body.transferSimulation, codes: codes(body), verdict: body.verdict, holders: body.holders }
  }

  test('of a token that makes new buyers wait is a danger, though its holders can sell', async () => {
    expect(await trialOf(cooldown)).toMatchObject({
      trial: { honeypot: null, buyTaxPercent: 0, sellTaxPercent: null, tokens: 'holder', holdersTried: 3, holdersRefused: 0 },
      codes: expect.arrayContaining(['buyer_refused']),
      verdict: 'danger',
    })
  })

  test('of one that lets a trial pass and none of its holders is a honeypot', async () => {
    expect(await trialOf(grudge)).toMatchObject({
      trial: { honeypot: true, sellTaxPercent: 0, holdersTried: 3, holdersRefused: 3 },
      codes: expect.arrayContaining(['honeypot']),
      verdict: 'danger',
    })
  })

  test('of one that nobody can move says so', async () => {
    expect(await trialOf(frozen)).toMatchObject({
      trial: { honeypot: null, buyTaxPercent: null, holdersTried: 3, holdersRefused: 3 },
      codes: expect.arrayContaining(['transfers_refused']),
      verdict: 'danger',
    })
  })

  test('of one without a single event is made with a balance that is made up, where the token keeps balances', async () => {
    const { trial, codes, holders } = await trialOf(silent)
    expect(trial).toMatchObject({
      tokens: 'made-up',
      honeypot: false,
      buyTaxPercent: 40,
      sendTaxPercent: 40,
      sellTaxPercent: 40,
      holdersTried: 0,
    })
    expect(codes).toEqual(expect.arrayContaining(['ruinous_tax', 'events_contradicted']))
    expect(holders).toMatchObject({ count: 0, largest: [], firstTransferAt: null })
  })

  test('of what is no token can’t be made, and the answer says so', async () => {
    const { body } = await analyse(hostile)
    expect(body.transferSimulation).toBeNull()
    expect(body.notObserved).toContainEqual({
      field: 'transferSimulation',
      reason: expect.stringContaining('Nobody was found who holds it'),
    })
    expect(body.confidence).toBe(0.8)
  })
})

test('a token whose events are half of the truth is told by its balances, and contradicts itself', async () => {
  const { body } = await analyse(halfTold)
  expect(codes(body)).toContain('events_contradicted')
  expect(body.holders?.largest.map(({ percent }) => percent)).toEqual([60, 10, 10, 10, 10])
})

test('on a network that no source of pools covers the liquidity is missing, with the reason', async () => {
  const { body, charge } = await analyse(skale.network.asset, undefined, contextWith(skale))
  expect(body.liquidity).toBeNull()
  expect(body.notObserved).toContainEqual({ field: 'liquidity', reason: expect.stringContaining('SKALE') })
  expect([body.confidence < 1, charge]).toEqual([true, true])
})

describe('an address without a token contract', () => {
  const problemOf = async (address: string) => (await analyse(address).catch((error: unknown) => error)) as Problem

  test('is a 404 that says so', async () => {
    const problem = await problemOf(plain)
    expect(problem).toBeInstanceOf(Problem)
    expect([problem.code, problem.status]).toEqual(['no_token_contract', 404])
    expect(problem.message).toBe('There is no contract at this address on Base.')
  })

  test('is what an account delegated by EIP-7702 is, whatever the code it points to', async () => {
    const problem = await problemOf(delegated)
    expect(problem.code).toBe('no_token_contract')
    expect(problem.message).toContain('EIP-7702')
  })
})

describe('what goes wrong', () => {
  test('a network that is not enabled is named as such, with those that are', async () => {
    for (const network of ['ethereum', 'eip155:1', 'nowhere']) {
      const failed = (await analyse(chain.network.asset, network).catch((error: unknown) => error)) as Problem
      expect(failed).toBeInstanceOf(Problem)
      expect(failed.code).toBe('unsupported_network')
      expect(failed.options.expected).toBe('one of eip155:8453 (base)')
    }
  })

  test('a node that is gone, or talks nonsense, is a 503 that may be tried again, and says nothing of the node', async () => {
    const nonsense = createServer((request, response) => {
      request.resume().on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":{"hello":"there"}}'))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => nonsense.once('listening', resolve))
    const urls = ['http://127.0.0.1:9/key-4711', `http://127.0.0.1:${(nonsense.address() as AddressInfo).port}/key-4711`]
    for (const url of urls) {
      const away = createRpc({ ...shared, urls: [url], timeoutMs: 500 })
      const unreachable = { ...chain, rpc: away }
      const failed = (await analyse(chain.network.asset, undefined, contextWith(unreachable)).catch((error: unknown) => error)) as Problem
      expect(failed).toBeInstanceOf(Problem)
      expect(failed.status).toBe(503)
      expect(failed.code).toBe('upstream_unavailable')
      expect(failed.message).not.toMatch(/4711|127\.0\.0\.1/)
      await away.close()
    }
    nonsense.close()
  })

  test('it is not for sale where no network is enabled', () => {
    const offer = tokenAnalysis(null)
    expect(offer.available({ sources: world.sources, chains: new Map() })).toBe('disabled')
    expect(offer.available(contextWith(chain))).toBe('available')
  })

  test('what is no address is refused by the schema', () => {
    for (const address of ['', '0x', `${chain.network.asset}0`, chain.network.asset.slice(2), 'vitalik.eth', `0x${'g'.repeat(40)}`]) {
      expect(tokenAnalysis(null).path.safeParse({ address }).success).toBe(false)
    }
  })
})

test('the code that stands in for accounts in a trial is that of its source', () => {
  const { code, selectors } = compileTrial()
  expect(tokenTrialCode).toBe(code)
  expect(selectors).toMatchObject({
    'look(address,address[])': '0d6dbda3',
    'trade(address,address,address,address,address)': '0c5c4809',
  })
})
