import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usd } from '../../src/shared/money.ts'
import { sanctionedWallets } from '../chains/canonical-contracts.ts'
import { lookAt, type ChainView } from '../tests/look-at-chain.ts'
import { temporaryWorld } from '../tests/temporary-world.ts'
import type { World } from '../world.ts'
import { derivedAddress } from './derived-address.ts'
import { addressOf, inhabitants, membersOf } from './inhabitants.ts'

const zero = '0x0000000000000000000000000000000000000000'
const day = 86_400
const hour = 3_600
const chains: Record<string, ChainView> = {}
let world: World
let now: number
beforeAll(async () => {
  world = await temporaryWorld({ population: true })
  now = Date.now() / 1000
  for (const { slug } of world.networks) chains[slug] = lookAt(world, slug)
})
afterAll(() => world.close())

const on = (slug: string): ChainView => chains[slug]!
/** Expects an age within ten seconds, which is more than a start takes. */
const ago = (seconds: number, at: number) => expect(Math.abs(now - at - seconds)).toBeLessThan(10)
const nonce = (slug: string, key: string) => on(slug).client.getTransactionCount({ address: addressOf(key) })

describe('the table', () => {
  test('names every inhabitant once, and no wallet of the sandbox itself', () => {
    const all = inhabitants.flatMap(({ address, members = [address] }) => members).map((address) => address.toLowerCase())
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(inhabitants.map(({ key }) => key)).size).toBe(inhabitants.length)
    const own = [world.payTo, ...world.payers.map(({ address }) => address)].map((address) => address.toLowerCase())
    expect(own.filter((address) => all.includes(address))).toEqual([])
    expect(all.filter((address) => world.isFunded(address))).toEqual([])
  })

  test('names for each inhabitant exactly the networks with a transfer, a transaction or code of it', async () => {
    for (const { key, kind, address, networks } of inhabitants) {
      if (key === 'nobody' || key === 'pretender' || key === 'token-keeper') continue
      const seen: string[] = []
      for (const { slug } of world.networks) {
        const [transfers, count, code] = await Promise.all([
          on(slug).transfers(address),
          on(slug).client.getTransactionCount({ address }),
          on(slug).client.getCode({ address }),
        ])
        if (transfers.length > 0 || count > 0 || code !== undefined || (key === 'blacklisted' && slug === 'ethereum')) seen.push(slug)
      }
      if (kind === 'crowd') expect(networks, key).toEqual(expect.arrayContaining(seen))
      else expect(seen.toSorted(), key).toEqual(networks.toSorted())
    }
  })
})

describe('wallets', () => {
  test('the old and busy wallet has three networks, thousands of transactions, and 1,100 days', async () => {
    expect(await Promise.all(['base', 'ethereum', 'polygon'].map((slug) => nonce(slug, 'old-busy')))).toEqual([4_000, 900, 12])
    const held = await Promise.all(['base', 'ethereum', 'polygon'].map((slug) => on(slug).balance(addressOf('old-busy'))))
    expect(held).toEqual([usd('8000'), usd('500'), usd('50')])
    const [first] = await on('ethereum').transfers(addressOf('old-busy'))
    ago(1_100 * day, first!.at)
  })

  test('its number of transactions grew over the years, as old blocks show', async () => {
    const payments = (await on('base').transfers(addressOf('old-busy'))).slice(1)
    for (const [index, { block }] of payments.entries()) {
      const { client } = on('base')
      expect(await client.getTransactionCount({ address: addressOf('old-busy'), blockNumber: block })).toBe(500 * (index + 1))
      expect(await client.getTransactionCount({ address: addressOf('old-busy'), blockNumber: block - 1n })).toBe(500 * index)
    }
  })

  test('the old and silent wallet has 900 days and one payment', async () => {
    const transfers = await on('base').transfers(addressOf('old-silent'))
    expect(transfers.map(({ from, value }) => [from, value])).toEqual([
      [zero, usd('500')],
      [addressOf('old-silent'), usd('1')],
    ])
    ago(900 * day, transfers[0]!.at)
    expect(await nonce('base', 'old-silent')).toBe(1)
  })

  test('the new and busy wallet made 60 payments to 20 others within three days', async () => {
    const [first, ...payments] = await on('base').transfers(addressOf('new-busy'))
    ago(3 * day, first!.at)
    expect([payments.length, new Set(payments.map(({ to }) => to)).size, await nonce('base', 'new-busy')]).toEqual([60, 20, 60])
    expect(await on('base').balance(addressOf('new-busy'))).toBe(usd('340'))
  })

  test('the new and rich wallet received 200,000 USDC six hours ago and sent nothing; the wallet `nobody` has nothing', async () => {
    const transfers = await on('base').transfers(addressOf('new-rich'))
    expect([transfers.length, await nonce('base', 'new-rich'), await on('base').balance(addressOf('new-rich'))]).toEqual([
      1,
      0,
      usd('200000'),
    ])
    ago(6 * hour, transfers[0]!.at)
    for (const { slug } of world.networks) {
      expect(await on(slug).balance(addressOf('nobody'))).toBe(0n)
      expect(await on(slug).client.getBalance({ address: addressOf('nobody') })).toBe(0n)
    }
  })

  test('the carousel sent itself one USDC a thousand times', async () => {
    const me = addressOf('carousel')
    const turns = (await on('base').transfers(me)).filter(({ from }) => from === me)
    expect(turns.every(({ to, value }) => to === me && value === usd('1'))).toBe(true)
    expect([turns.length, await nonce('base', 'carousel'), await on('base').balance(me)]).toEqual([1_000, 1_000, usd('1')])
  })

  test('the sanctioned wallet is on the lists, and every oracle names it', async () => {
    const abi = parseAbi(['function isSanctioned(address account) view returns (bool)'])
    expect(sanctionedWallets.map((one) => one.toLowerCase())).toContain(addressOf('sanctioned').toLowerCase())
    for (const slug of ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism']) {
      const address = slug === 'base' ? '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B' : '0x40C57923924B5c5c5455c48D93317139ADDaC8fb'
      const ask = (account: `0x${string}`) => on(slug).client.readContract({ address, abi, functionName: 'isSanctioned', args: [account] })
      expect([await ask(addressOf('sanctioned')), await ask(addressOf('old-busy'))]).toEqual([true, false])
    }
    expect((await on('ethereum').balance(addressOf('sanctioned'))) + (await on('base').balance(addressOf('sanctioned')))).toBe(usd('12395'))
  })

  test('the token blacklists the blacklisted wallet on the networks of its description, and no other wallet', async () => {
    for (const { slug } of world.networks) {
      const expected = ['base', 'ethereum'].includes(slug)
      expect(await on(slug).isBlacklisted(addressOf('blacklisted')), slug).toBe(expected)
      expect(await on(slug).isBlacklisted(addressOf('sanctioned')), slug).toBe(false)
    }
    expect(await on('base').balance(addressOf('blacklisted'))).toBe(usd('42000'))
  })
})

describe('patterns', () => {
  test('the bot pays every other hour to the second', async () => {
    const [first, ...payments] = await on('optimism').transfers(addressOf('bot'))
    ago(60 * day, first!.at)
    expect(payments).toHaveLength(12)
    const gaps = payments.slice(1).map(({ at }, index) => at - payments[index]!.at)
    expect(new Set(gaps)).toEqual(new Set([2 * hour]))
    ago(2 * hour, payments.at(-1)!.at)
  })

  test('the drainer sends on what came in within ten minutes, three times, to sixty others within a day', async () => {
    const me = addressOf('drainer')
    const transfers = await on('polygon').transfers(me)
    const victims = membersOf('drained')
    const hauls = transfers.filter(({ to }) => to === me)
    expect(hauls.map(({ from }) => from)).toEqual(victims)
    for (const haul of hauls) {
      const out = transfers.filter(({ from, at }) => from === me && at >= haul.at && at <= haul.at + 600)
      const sum = out.reduce((total, { value }) => total + value, 0n)
      expect(sum * 100n).toBeGreaterThan(haul.value * 95n)
    }
    const recipients = new Set(transfers.filter(({ from }) => from === me).map(({ to }) => to))
    expect([...recipients].toSorted()).toEqual([...membersOf('mule')].toSorted())
    expect(transfers.every(({ at }) => now - at < day)).toBe(true)
  })

  test('the look-alike begins and ends like the supplier, and is in the history of the wallet that pays the supplier', async () => {
    const [supplier, lookAlike, victim] = [addressOf('supplier'), addressOf('look-alike'), addressOf('poisoned')]
    const ends = (address: string) => (address.slice(0, 6) + address.slice(-4)).toLowerCase()
    expect(ends(lookAlike)).toBe(ends(supplier))
    expect(lookAlike).not.toBe(supplier)
    const transfers = await on('arbitrum').transfers(victim)
    expect(transfers.map(({ from, to, value }) => [from, to, value])).toEqual([
      [zero, victim, usd('10000')],
      ...Array.from({ length: 3 }, () => [victim, supplier, usd('450')]),
      [victim, lookAlike, 0n],
      [lookAlike, victim, usd('0.00001')],
    ])
    expect(await nonce('arbitrum', 'poisoned')).toBe(3)
  })

  test('the whales moved amounts above the alert threshold, and one just below it', async () => {
    const values = async (slug: string) => (await on(slug).transfers(addressOf('second-whale'))).map(({ from, value }) => [from, value])
    expect(await values('base')).toEqual([
      [addressOf('whale'), usd('249999')],
      [addressOf('whale'), usd('400000')],
    ])
    expect(await values('ethereum')).toEqual([
      [zero, usd('5000000')],
      [addressOf('whale'), usd('2500000')],
    ])
  })
})

test('the contract that wrote the history is gone: no code, no allowance', async () => {
  const abi = parseAbi(['function allowance(address owner, address spender) view returns (uint256)'])
  const { client, usdc } = on('base')
  const writer = derivedAddress('writer')
  expect(await client.getCode({ address: writer })).toBeUndefined()
  const left = await client.readContract({ address: usdc, abi, functionName: 'allowance', args: [addressOf('whale'), writer] })
  expect(left).toBe(0n)
})
