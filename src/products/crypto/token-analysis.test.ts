import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxNetworks } from '../../../sandbox/networks.ts'
import { startChains } from '../../../sandbox/chains/start-chains.ts'
import type { RunningChain, RunningChains } from '../../../sandbox/chains/start-chains.ts'
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
import type { Sources } from '../../sources/sources.ts'
import { proxySlots } from './proxy.ts'
import { tokenAnalysis } from './token-analysis.ts'
import { tokenAnalysis as answerSchema } from './token-answer.ts'

const shared = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }

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
const plain = '0x00000000000000000000000000000000000000ee'
const clones = [1, 2, 3, 4, 5].map((index): Hex => `0x00000000000000000000000000000000000000d${index}`)

let directory = ''
let running: RunningChains
let base: RunningChain
let rpcs: ClosableRpc[] = []
let chain: Chain
let skale: Chain

beforeAll(async () => {
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
      ...Object.fromEntries(clones.map((address, index) => [address, minimalProxy(clones[index + 1] ?? hostile)])),
    }).map(([address, runtime]) => ['anvil_setCode', address, runtime] as const),
    ['anvil_setStorageAt', beaconProxy, proxySlots.beacon, `0x${beacon.slice(2).padStart(64, '0')}`],
    ['anvil_setStorageAt', decoy, proxySlots.implementation, `0x${chain.network.asset.slice(2).padStart(64, '0')}`],
  ])
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
    sources: { simulated: true } as Sources,
    chains: new Map([[one.network.id, one]]),
    clock: systemClock,
    signal: new AbortController().signal,
    log: silentLog,
    catalogue: { offers: [] },
    publicUrl: 'https://shop.example',
  }
}

async function analyse(address: string, network?: string, context = contextWith(chain)) {
  const input = { path: tokenAnalysis.path?.parse({ address }), query: tokenAnalysis.query?.parse({ network }), body: {} }
  const outcome = await tokenAnalysis.run(input as Parameters<typeof tokenAnalysis.run>[0], context)
  return { ...outcome, body: answerSchema.parse(JSON.parse(JSON.stringify(outcome.body))) }
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
      isContract: true,
      known: { symbol: 'USDC', issuer: 'Circle' },
      token: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
      owner: { renounced: false, from: 'owner()' },
      riskLevel: 'low',
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

  test('says what was not looked at, when it was read and from where, without the address of the node', async () => {
    const { body } = await analyse(chain.network.asset)
    expect(body.notObserved.map(({ field }) => field)).toEqual(['holders', 'liquidity', 'transferSimulation', 'sourceVerified', 'ageDays'])
    expect(body.meta).toMatchObject({ simulated: true, degraded: true, missing: body.notObserved.map(({ field }) => field) })
    expect(body.meta.sources).toEqual([expect.objectContaining({ id: 'rpc:eip155:8453', asOf: body.block.timestamp })])
    expect(JSON.stringify(body)).not.toContain('127.0.0.1')
  })
})

describe('a token that lies', () => {
  test('has its name cleaned, its look-alike symbol and hidden characters flagged, and counts as high risk', async () => {
    const { body } = await analyse(hostile)
    expect(body.token).toMatchObject({ name: 'USD Coin', symbol: 'UЅDС', decimals: 18, totalSupply: (2n ** 256n - 1n).toString() })
    expect(codes(body)).toEqual(
      expect.arrayContaining(['hidden_characters', 'named_like_usdc', 'can_mint', 'can_change_fees', 'can_change_limits']),
    )
    expect(body).toMatchObject({ known: null, riskLevel: 'high' })
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
    const { body, charge } = await analyse(address)
    expect(charge).toBe(true)
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
    expect(body.riskLevel).toBe('high')
  })
})

test('an old token with bytes32 names and a renounced owner is read too', async () => {
  const { body } = await analyse(oldToken)
  expect(body.token).toEqual({ name: 'Maker', symbol: 'MKR', decimals: 18, totalSupply: '0', totalSupplyFormatted: '0' })
  expect(body.owner).toEqual({ address: '0x0000000000000000000000000000000000000000', renounced: true, from: 'owner()' })
  expect(codes(body)).toEqual(['no_supply', 'owner_renounced'])
  expect(body.riskLevel).toBe('unknown')
})

describe('an address without a contract', () => {
  test('is answered and not charged', async () => {
    expect(await analyse(plain)).toMatchObject({
      charge: false,
      reason: 'no_contract_code',
      body: { isContract: false, code: null, token: null, riskLevel: 'unknown' },
    })
  })

  test('is what an account delegated by EIP-7702 is, whatever the code it points to', async () => {
    const { body, charge } = await analyse(delegated)
    expect(charge).toBe(false)
    expect(body).toMatchObject({ isContract: false, token: null, capabilities: [], flags: [{ code: 'delegated_account' }] })
    expect(body.delegatesTo?.toLowerCase()).toBe(hostile)
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
    expect(tokenAnalysis.available({ sources: { simulated: true } as Sources, chains: new Map() })).toBe('disabled')
    expect(tokenAnalysis.available(contextWith(chain))).toBe('available')
  })

  test('what is no address is refused by the schema', () => {
    for (const address of ['', '0x', `${chain.network.asset}0`, chain.network.asset.slice(2), 'vitalik.eth', `0x${'g'.repeat(40)}`]) {
      expect(tokenAnalysis.path?.safeParse({ address }).success).toBe(false)
    }
  })
})
