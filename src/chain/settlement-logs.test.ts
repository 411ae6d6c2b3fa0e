import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Hex, toHex } from '../shared/bytes.ts'
import { addressTopic, topics, uintDigits } from './abi.ts'
import type { EventLog } from './chain.ts'
import { settlementsIn } from './settlement-logs.ts'

const asset: Hex = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const other: Hex = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
const alice: Hex = `0x${'a1'.repeat(20)}`
const bob: Hex = `0x${'b0'.repeat(20)}`
const us: Hex = `0x${'05'.repeat(20)}`
const nonce: Hex = `0x${'11'.repeat(32)}`

type Event = Pick<EventLog, 'address' | 'topics' | 'data'>

const used = (payer: Hex, of: Hex, address = asset): Event => ({
  address,
  topics: [topics.authorizationUsed, addressTopic(payer), of],
  data: '0x',
})
const cancelled = (payer: Hex, of: Hex): Event => ({
  address: asset,
  topics: [topics.authorizationCanceled, addressTopic(payer), of],
  data: '0x',
})
const transfer = (from: Hex, to: Hex, value: bigint, address = asset): Event => ({
  address,
  topics: [topics.transfer, addressTopic(from), addressTopic(to)],
  data: `0x${uintDigits(value)}`,
})

function receipt(...events: Event[]): { logs: EventLog[] } {
  return {
    logs: events.map((event, logIndex) => ({ ...event, logIndex, transactionHash: nonce, blockNumber: 1n, blockHash: nonce })),
  }
}

describe('the settlements in a receipt', () => {
  test('are the transfers that follow their authorizations', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            payer: fc.constantFrom(alice, bob),
            nonce: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex),
            value: fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
            noise: fc.constantFrom<Event[]>([], [transfer(alice, us, 7500n, other)], [used(bob, nonce, other)]),
          }),
          { maxLength: 12 },
        ),
        (items) => {
          const settled = settlementsIn(
            receipt(
              ...items.flatMap((one) => [...one.noise, used(one.payer, one.nonce), ...one.noise, transfer(one.payer, us, one.value)]),
            ),
            { asset },
          )
          expect(settled.map(({ payer, nonce: of, to, value }) => ({ payer, nonce: of, to, value }))).toEqual(
            items.map(({ payer, nonce: of, value }) => ({ payer, nonce: of, to: us, value })),
          )
        },
      ),
    )
  })

  test("are read in log order, in any order of the node's list", () => {
    const { logs } = receipt(used(alice, nonce), transfer(alice, us, 1n), transfer(alice, bob, 2n))
    expect(settlementsIn({ logs: logs.toReversed() }, { asset })).toEqual([
      { payer: alice, nonce, to: us, value: 1n, logIndex: 1, occurrence: 0 },
    ])
  })

  const none: [string, Event[]][] = [
    ['a transfer alone', [transfer(alice, us, 1n)]],
    ['a use alone', [used(alice, nonce)]],
    ['a transfer before its use', [transfer(alice, us, 1n), used(alice, nonce)]],
    ['a transfer of another account', [used(alice, nonce), transfer(bob, us, 1n)]],
    ['a transfer of another token', [used(alice, nonce), transfer(alice, us, 1n, other)]],
    ['a use that another contract made up', [used(alice, nonce, other), transfer(alice, us, 1n)]],
    ['a cancelled authorization', [cancelled(alice, nonce), transfer(alice, us, 1n)]],
  ]
  test.each(none)('are none for %s', (_, events) => {
    expect(settlementsIn(receipt(...events), { asset })).toEqual([])
  })

  test('give each use its own transfer', () => {
    const second: Hex = `0x${'22'.repeat(32)}`
    const settled = settlementsIn(receipt(used(alice, nonce), used(alice, second), transfer(alice, us, 1n)), { asset })
    expect(settled).toEqual([{ payer: alice, nonce: second, to: us, value: 1n, logIndex: 2, occurrence: 0 }])
  })

  test('number equal transfers to one payee, counting those without an authorization too', () => {
    const [first, second]: [Hex, Hex] = [nonce, `0x${'22'.repeat(32)}`]
    const events = [
      transfer(bob, us, 1n),
      used(alice, first),
      transfer(alice, us, 1n),
      used(alice, second),
      transfer(alice, us, 2n),
      transfer(alice, us, 1n, other),
      used(bob, first),
      transfer(bob, us, 1n),
    ]
    expect(settlementsIn(receipt(...events), { asset }).map(({ value, occurrence }) => [value, occurrence])).toEqual([
      [1n, 1],
      [2n, 0],
      [1n, 2],
    ])
  })
})
