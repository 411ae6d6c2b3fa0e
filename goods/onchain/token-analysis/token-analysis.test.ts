import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRpc } from '../../../src/chain/rpc/create-rpc.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { Problem } from '../../../src/shared/problems.ts'
import { at, clones, codes, openHostileChain, type HostileChain } from './hostile-chain.fixture.ts'
import { tokenAnalysis } from './token-analysis.ts'

const shared = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }

let world: HostileChain
beforeAll(async () => void (world = await openHostileChain()))
afterAll(() => world?.close())

const capabilities = (body: { capabilities: readonly { capability: string }[] }) =>
  new Set(body.capabilities.map(({ capability }) => capability))

describe('USDC itself', () => {
  test("is known, and its owner's powers are still flagged", async () => {
    const { body, charge } = await world.analyse(world.chain.network.asset)
    expect(charge).toBe(true)
    expect(body).toMatchObject({
      address: world.chain.network.asset,
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
    const { body } = await world.analyse(world.skale.network.asset, undefined, world.contextWith(world.skale))
    expect(body).toMatchObject({
      network: world.skale.network.id,
      known: { symbol: 'USDC.e', issuer: 'SKALE bridge' },
      token: { decimals: 6 },
      proxy: null,
    })
  })

  test('is found by the name of the network, by its id, and by default', async () => {
    for (const network of ['base', 'BASE', 'eip155:8453', undefined])
      expect((await world.analyse(world.chain.network.asset, network)).body.network).toBe('eip155:8453')
  })

  test('gives the time and source of the reading, without the address of the node', async () => {
    const { body } = await world.analyse(world.chain.network.asset)
    expect(body.notObserved).toEqual([])
    expect(body.meta).toMatchObject({ simulated: true, degraded: false, missing: [] })
    expect(body.meta.sources).toEqual([
      expect.objectContaining({ id: 'rpc:eip155:8453', observedAt: body.blockAt }),
      expect.objectContaining({ id: 'dexscreener', licence: 'none: sandbox data' }),
    ])
    expect(JSON.stringify(body)).not.toContain(new URL(world.rpcUrl).host)
  })
})

describe('a token that lies', () => {
  test('has its name cleaned, its look-alike symbol and hidden characters flagged, and is a danger', async () => {
    const { body } = await world.analyse(at.hostile)
    expect(body.token).toMatchObject({ name: 'USD Coin', symbol: 'UЅDС', decimals: 18, totalSupplyBaseUnits: (2n ** 256n - 1n).toString() })
    expect(codes(body)).toEqual(
      expect.arrayContaining(['hidden_characters', 'named_like_known_token', 'can_mint', 'can_change_fees', 'can_change_limits']),
    )
    expect(body).toMatchObject({ known: null, verdict: 'danger' })
  })

  test('cannot hang the analysis by burning gas, nor hide its other owner that way', async () => {
    expect((await world.analyse(at.hostile)).body.owner).toEqual({
      address: '0x000000000000000000000000000000000000dEaD',
      renounced: true,
      from: 'getOwner()',
    })
  })

  test('gets no capability from bytes in the data of a PUSH', async () => {
    expect(capabilities((await world.analyse(at.hostile)).body)).toEqual(new Set(['mint', 'change-fees', 'change-limits']))
  })

  test('does not pass for a proxy of USDC by setting a slot', async () => {
    const { body } = await world.analyse(at.decoy)
    expect(body.proxy).toBeNull()
    expect(codes(body)).toContain('decoy_proxy_slot')
    expect(capabilities(body)).toContain('change-fees')
  })

  test.each([at.garbage, at.endless])('that answers junk (%s) has no readable members, each with its reason', async (address) => {
    const { body } = await world.analyse(address)
    expect(body.token?.name).toBeNull()
    expect(body.token?.symbol).toBeNull()
    expect(body.notObserved.map(({ field }) => field)).toEqual(expect.arrayContaining(['token.name', 'token.symbol']))
    expect(body.meta.missing).toContain('token.name')
  })
})

describe('proxies', () => {
  test('an EIP-1167 clone shows the capabilities of its implementation, which nobody can replace', async () => {
    const { body } = await world.analyse(at.clone)
    expect(body.proxy).toMatchObject({ kind: 'eip1167', path: ['0x00000000000000000000000000000000000000B1'], replaceable: false })
    expect(capabilities(body)).toContain('change-fees')
    expect(codes(body)).not.toContain('replaceable_code')
  })

  test('a beacon proxy is followed through its beacon', async () => {
    const { body } = await world.analyse(at.beaconProxy)
    expect(body.proxy).toMatchObject({
      kind: 'eip1967-beacon',
      implementation: '0x00000000000000000000000000000000000000b2',
      replaceable: true,
    })
    expect(body.proxy?.beacon?.toLowerCase()).toBe(at.beacon)
    expect(body.proxy?.admin?.toLowerCase()).toBe(at.admin)
    expect(body.proxy?.adminOwner).toBe('0x000000000000000000000000000000000000F00D')
    expect(body.token).toMatchObject({ name: 'Maker', symbol: 'MKR' })
  })

  test('a chain of clones is followed three deep, and the answer says that it goes on', async () => {
    const { body } = await world.analyse(clones[0] as Hex)
    expect(body.proxy?.path.map((one) => one.toLowerCase())).toEqual(clones.slice(1, 4))
    expect(codes(body)).toContain('proxy_chain_not_followed')
  })

  test('a proxy for an address without code is a warning', async () => {
    const { body } = await world.analyse(at.hollow)
    expect(codes(body)).toContain('empty_implementation')
    expect(body.verdict).toBe('danger')
  })
})

test('an old token with bytes32 names and a renounced owner is read too', async () => {
  const { body } = await world.analyse(at.oldToken)
  expect(body.token).toEqual({ name: 'Maker', symbol: 'MKR', decimals: 18, totalSupplyBaseUnits: '0', totalSupply: '0' })
  expect(body.owner).toEqual({ address: '0x0000000000000000000000000000000000000000', renounced: true, from: 'owner()' })
  expect(codes(body)).toEqual(['no_supply', 'owner_renounced', 'no_pool'])
})

test('on a network that no source of pools covers the liquidity is missing, with the reason', async () => {
  const { body, charge } = await world.analyse(world.skale.network.asset, undefined, world.contextWith(world.skale))
  expect(body.liquidity).toBeNull()
  expect(body.notObserved).toContainEqual({ field: 'liquidity', reason: expect.stringContaining('SKALE') })
  expect([body.observedShare < 1, charge]).toEqual([true, true])
})

describe('an address without a token contract', () => {
  const problemOf = async (address: string) => (await world.analyse(address).catch((error: unknown) => error)) as Problem

  test('is a 404 that says so', async () => {
    const problem = await problemOf(at.plain)
    expect(problem).toBeInstanceOf(Problem)
    expect([problem.code, problem.status]).toEqual(['no_token_contract', 404])
    expect(problem.message).toBe('There is no contract at this address on Base.')
  })

  test('includes an account delegated by EIP-7702, whatever code it points to', async () => {
    const problem = await problemOf(at.delegated)
    expect(problem.code).toBe('no_token_contract')
    expect(problem.message).toContain('EIP-7702')
  })
})

describe('what goes wrong', () => {
  test('a network that is not enabled is refused with the list of enabled ones', async () => {
    for (const network of ['ethereum', 'eip155:1', 'nowhere']) {
      const failed = (await world.analyse(world.chain.network.asset, network).catch((error: unknown) => error)) as Problem
      expect(failed).toBeInstanceOf(Problem)
      expect(failed.code).toBe('unsupported_network')
      expect(failed.options.expected).toBe('one of eip155:8453 (base)')
    }
  })

  test('the network may stand with the address, and by another name; two different ones are refused', async () => {
    const { asset } = world.chain.network
    for (const [address, network] of [
      [`eip155:8453:${asset}`],
      [`eip155:8453/erc20:${asset}`, 'base'],
      [`base:${asset}`, '8453'],
    ] as const) {
      expect((await world.analyse(address, network)).body).toMatchObject({ address: asset, network: 'eip155:8453' })
    }
    const problemOf = async (address: string, network?: string) =>
      ((await world.analyse(address, network).catch((error: unknown) => error)) as Problem).code
    expect(await problemOf(`eip155:8453:${asset}`, 'ethereum')).toBe('invalid_input')
    expect(await problemOf(`eip155:1:${asset}`)).toBe('unsupported_network')
  })

  test('a node that is gone or answers nonsense is a retryable 503 that reveals nothing of the node', async () => {
    const nonsense = createServer((request, response) => {
      request.resume().on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":{"hello":"there"}}'))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => nonsense.once('listening', resolve))
    const urls = ['http://127.0.0.1:9/key-4711', `http://127.0.0.1:${(nonsense.address() as AddressInfo).port}/key-4711`]
    for (const url of urls) {
      const away = createRpc({ ...shared, urls: [url], timeoutMs: 500 })
      const unreachable = { ...world.chain, rpc: away }
      const failed = (await world
        .analyse(world.chain.network.asset, undefined, world.contextWith(unreachable))
        .catch((error: unknown) => error)) as Problem
      expect(failed).toBeInstanceOf(Problem)
      expect(failed.status).toBe(503)
      expect(failed.code).toBe('upstream_unavailable')
      expect(failed.message).not.toMatch(/4711|127\.0\.0\.1/)
      await away.close()
    }
    nonsense.close()
  })

  test('the offer is disabled where no network is enabled', () => {
    const offer = tokenAnalysis(null, { simulated: true, tokenPools: null })
    expect(offer.available({ ...world.contextWith(world.chain), chains: new Map() })).toBe('disabled')
    expect(offer.available(world.contextWith(world.chain))).toBe('available')
  })

  test('invalid addresses are refused: a digit too many, a wrong checksum', async () => {
    const { asset } = world.chain.network
    for (const address of ['0x1', `${asset}0`, `0x${'g'.repeat(40)}`, asset.replace('A', 'a')]) {
      const failed = await world.analyse(address).catch((error: unknown) => error)
      expect(failed, address).toMatchObject({ code: 'invalid_input', options: { field: 'path.address' } })
    }
    expect((await world.analyse(asset.toLowerCase())).body.address).toBe(asset)
  })

  test('a name is looked up on Ethereum; without Ethereum it is a 503', async () => {
    await expect(world.analyse('token.farthing.eth')).rejects.toMatchObject({ code: 'ens_unavailable' })
  })
})
