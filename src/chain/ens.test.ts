import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../shared/bytes.ts'
import { type Rpc, RpcRejected, RpcUnreachable } from './chain.ts'
import { addressOfName, claimedName, normalizeName } from './ens.ts'

const someone: Hex = '0x00000000000000000000000000000000000000aa'
const limits = { timeoutMs: 1_000 }

function resolver(answer: Hex | Error): Rpc {
  return { call: <T>() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T)) }
}
const reverted = (data: Hex) => new RpcRejected(3, 'execution reverted', data)
const leadingTo = (address: Hex) =>
  encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'address' }],
    [encodeAbiParameters([{ type: 'bytes' }], [address]), '0x0000000000000000000000000000000000000001'],
  )
const claiming = (name: string) =>
  encodeAbiParameters([{ type: 'string' }, { type: 'address' }, { type: 'address' }], [name, someone, someone])

describe('a name', () => {
  test('is normalized, or null', () => {
    expect(normalizeName('Farthing.ETH')).toBe('farthing.eth')
    for (const text of ['farthing', '', '.', 'a..eth', 'two words.eth', `${'a'.repeat(256)}.eth`, 'x\u202e.eth']) {
      expect(normalizeName(text), text).toBeNull()
    }
  })

  test('resolves to an address, or to nobody', async () => {
    expect(await addressOfName(resolver(leadingTo(someone)), 'a.eth', limits)).toEqual({ kind: 'address', address: someone })
    for (const answer of [leadingTo('0x'), leadingTo(`0x${'00'.repeat(20)}`), leadingTo('0x1234'), reverted('0x77209fe8')]) {
      expect(await addressOfName(resolver(answer), 'a.eth', limits)).toEqual({ kind: 'nobody' })
    }
  })

  test('that is kept on a web server is not resolved there', async () => {
    expect(await addressOfName(resolver(reverted('0x556f1830')), 'a.eth', limits)).toEqual({ kind: 'elsewhere' })
  })

  test.each<Hex | Error>([
    new RpcUnreachable('gone'),
    new RpcRejected(-32_005, 'limit exceeded'),
    '0x',
    '0x1234',
    `0x${'ff'.repeat(64)}`,
    `0x${'00'.repeat(20_000)}`,
  ])('that no node answers for is not unknown: %s', async (answer) => {
    await expect(addressOfName(resolver(answer), 'a.eth', limits)).rejects.toThrow(RpcUnreachable)
    await expect(claimedName(resolver(answer), someone, limits)).rejects.toThrow(RpcUnreachable)
  })
})

test('an address claims a name, or none that is valid', async () => {
  expect(await claimedName(resolver(claiming('a.eth')), someone, limits)).toEqual({ kind: 'name', name: 'a.eth' })
  for (const name of ['', 'A.eth', 'a', 'a\u0000.eth']) {
    expect(await claimedName(resolver(claiming(name)), someone, limits)).toEqual({ kind: 'nobody' })
  }
  expect(await claimedName(resolver(reverted('0x556f1830')), someone, limits)).toEqual({ kind: 'elsewhere' })
})

test('a name has twenty labels at most, so that hashing it takes no time', () => {
  const labels = (count: number) => `${'a.'.repeat(count - 1)}eth`
  expect([normalizeName(labels(20)), normalizeName(labels(21)), normalizeName('a.'.repeat(126))]).toEqual([labels(20), null, null])
})
