import { createPublicClient, http, parseAbi, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt, type ChainView } from '../tests/look-at-chain.ts'
import { temporaryWorld } from '../tests/temporary-world.ts'
import type { World } from '../world.ts'
import { addressOf, membersOf, taxedTokenPool } from './inhabitants.ts'

let world: World
let ethereum: PublicClient
let base: ChainView
beforeAll(async () => {
  world = await temporaryWorld({ population: true, networks: ['eip155:8453', 'eip155:1'] })
  const rpcUrl = world.networks.find(({ slug }) => slug === 'ethereum')?.rpcUrl
  ethereum = createPublicClient({ chain: mainnet, transport: http(rpcUrl) })
  base = lookAt(world, 'base')
})
afterAll(() => world.close())

describe('ENS names, resolved as wallets do it', () => {
  test('resolve to their addresses', async () => {
    expect(await ethereum.getEnsAddress({ name: 'farthing-quote-desk.eth' })).toBe(addressOf('quote-desk'))
    expect(await ethereum.getEnsAddress({ name: 'farthing-harbour.eth' })).toBe(addressOf('old-busy'))
    expect(await ethereum.getEnsAddress({ name: 'farthing-quote-desk.eth', coinType: 60n })).toBe(addressOf('quote-desk').toLowerCase())
    expect(await ethereum.getEnsAddress({ name: 'farthing-nobody.eth' })).toBeNull()
  })

  test('are returned for an address only if they resolve to it', async () => {
    expect(await ethereum.getEnsName({ address: addressOf('quote-desk') })).toBe('farthing-quote-desk.eth')
    // No reverse record; a record that claims another's name.
    expect(await ethereum.getEnsName({ address: addressOf('old-busy') })).toBeNull()
    await expect(ethereum.getEnsName({ address: addressOf('pretender'), strict: true })).rejects.toThrow('ReverseAddressMismatch')
  })
})

describe('tokens', () => {
  const abi = parseAbi([
    'function symbol() view returns (string)',
    'function decimals() view returns (uint8)',
    'function totalSupply() view returns (uint256)',
    'function balanceOf(address account) view returns (uint256)',
    'function owner() view returns (address)',
    'function paused() view returns (bool)',
    'function transfer(address to, uint256 value) returns (bool)',
  ])
  const whole = 10n ** 18n
  const read = (key: string, functionName: 'symbol' | 'decimals' | 'totalSupply' | 'owner' | 'paused') =>
    base.client.readContract({ address: addressOf(key), abi, functionName })
  const balance = (key: string, account: `0x${string}`) =>
    base.client.readContract({ address: addressOf(key), abi, functionName: 'balanceOf', args: [account] })
  const sells = (key: string, account: `0x${string}`) =>
    base.client.simulateContract({ address: addressOf(key), abi, functionName: 'transfer', args: [addressOf('nobody'), 1n], account })
  const [holder = '0x', ...others] = membersOf('passer-by')

  test('the plain token has 25 holders with four per cent each, and can be transferred', async () => {
    expect([await read('plain-token', 'symbol'), await read('plain-token', 'decimals')]).toEqual(['BARLEY', 18])
    expect(await read('plain-token', 'totalSupply')).toBe(1_000_000n * whole)
    for (const one of [holder, ...others].slice(0, 25)) expect(await balance('plain-token', one)).toBe(40_000n * whole)
    await expect(read('plain-token', 'owner')).rejects.toThrow()
    expect((await sells('plain-token', holder)).result).toBe(true)
  })

  test('the token behind a proxy has an owner who may mint and pause', async () => {
    const code = await base.client.getCode({ address: addressOf('proxy-token') })
    expect(code?.length).toBeLessThan(300)
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
    const implementation = await base.client.getStorageAt({ address: addressOf('proxy-token'), slot })
    const behind = (await base.client.getCode({ address: `0x${implementation?.slice(-40)}` })) ?? '0x'
    for (const selector of ['40c10f19', '8456cb59', 'f9f92be4']) expect(behind).toContain(selector)
    expect(await read('proxy-token', 'owner')).toBe(addressOf('token-keeper'))
    expect(await read('proxy-token', 'paused')).toBe(false)
    expect(await balance('proxy-token', addressOf('token-keeper'))).toBe(900_000n * whole)
    expect((await sells('proxy-token', holder)).result).toBe(true)
  })

  test('only its keeper can sell the honeypot token, and no function shows that', async () => {
    expect(await read('honeypot-token', 'symbol')).toBe('HONEY')
    expect(await balance('honeypot-token', holder)).toBe(1_000n * whole)
    await expect(sells('honeypot-token', holder)).rejects.toThrow('transfer failed')
    expect((await sells('honeypot-token', addressOf('token-keeper'))).result).toBe(true)
    await expect(read('honeypot-token', 'owner')).rejects.toThrow()
  })

  test('the taxed token keeps 12 % of a trade with its pool, and nothing of other transfers', async () => {
    const bought = 16_000n * whole
    expect(await balance('taxed-token', taxedTokenPool)).toBe(600_000n * whole)
    for (const one of [holder, ...others].slice(0, 25)) expect(await balance('taxed-token', one)).toBe((bought * 88n) / 100n)
    expect(await balance('taxed-token', addressOf('token-keeper'))).toBe((25n * bought * 12n) / 100n)
    expect(await read('taxed-token', 'owner')).toBe(addressOf('token-keeper'))
    expect((await sells('taxed-token', holder)).result).toBe(true)
  })
})
