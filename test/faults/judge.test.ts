import { expect, test } from 'vitest'
import { judge, type Evidence, type Rule } from './judge.ts'
import { seenAnswer, validPurchase } from './valid-purchase.fixture.ts'

const answer = seenAnswer('r')

function rulesBroken(change: (good: ReturnType<typeof validPurchase>) => Partial<Evidence>): Rule[] {
  const good = validPurchase()
  const { purchase, row, transfer } = good
  return judge({ purchases: [purchase], rows: [row], transfers: [transfer], ...change(good) }).map(({ rule }) => rule)
}

test('books that agree violate no rule', () => {
  expect(rulesBroken(() => ({}))).toEqual([])
})

test('a first call free, a booked loss and a credit violate no rule', () => {
  for (const state of ['free', 'reversed', 'uncharged'] as const)
    expect(rulesBroken(({ row }) => ({ rows: [{ ...row, state }], transfers: [] }))).toEqual([])
  expect(rulesBroken(({ purchase, row }) => ({ purchases: [{ ...purchase, answers: [] }], rows: [{ ...row, state: 'credit' }] }))).toEqual(
    [],
  )
})

test.each<[string, Rule, Parameters<typeof rulesBroken>[0]]>([
  ['one payment that was transferred twice', 'charged twice', ({ transfer }) => ({ transfers: [transfer, { ...transfer, logIndex: 1 }] })],
  ['a payer who paid and was not answered', 'charged unserved', ({ purchase }) => ({ purchases: [{ ...purchase, answers: [] }] })],
  ['a transfer that the ledger does not know', 'charged unserved', () => ({ rows: [] })],
  ['an answer without a payment', 'served unpaid', ({ row }) => ({ rows: [{ ...row, state: 'released' }], transfers: [] })],
  ['an answer that is in no book', 'served unpaid', () => ({ rows: [], transfers: [] })],
  ['a second fresh answer', 'two answers', ({ purchase }) => ({ purchases: [{ ...purchase, answers: [answer, answer] }] })],
  ['a fresh answer to a replay', 'two answers', ({ purchase }) => ({ purchases: [{ ...purchase, replays: [answer] }] })],
  [
    'the answer to another request',
    'two answers',
    ({ purchase }) => ({ purchases: [{ ...purchase, replays: [{ ...answer, replay: true, path: '/b' }] }] }),
  ],
  [
    'the answer to somebody else',
    'two answers',
    ({ purchase }) => ({ purchases: [{ ...purchase, replays: [{ ...answer, replay: true, client: '203.0.113.1' }] }] }),
  ],
  [
    'another body the second time',
    'two answers',
    ({ purchase }) => ({ purchases: [{ ...purchase, answers: [answer, { ...answer, replay: true, body: 'c' }] }] }),
  ],
  ['two rows for one transfer', 'two answers', ({ row }) => ({ rows: [row, { ...row, id: 'other' }] })],
  [
    'a settlement that is not on chain',
    'ledger differs from chain',
    ({ purchase }) => ({ purchases: [{ ...purchase, answers: [] }], transfers: [] }),
  ],
  ['another amount', 'ledger differs from chain', ({ row }) => ({ rows: [{ ...row, amount: 1n }] })],
  ['another transaction', 'ledger differs from chain', ({ row }) => ({ rows: [{ ...row, transaction: '0xother' }] })],
  ['a block that is gone', 'ledger differs from chain', ({ row }) => ({ rows: [{ ...row, blockHash: '0xb10d' }] })],
  ['a refused payment that was paid', 'ledger differs from chain', ({ row }) => ({ rows: [{ ...row, state: 'refused' }] })],
  ['a payment that has no end', 'not ended', ({ row }) => ({ rows: [row, { ...row, id: 'late', nonce: '0x02', state: 'settling' }] })],
  [
    'two first calls of one wallet',
    'two free calls',
    ({ row }) => ({
      rows: [row, { ...row, id: 'one', nonce: '0x02', state: 'free' }, { ...row, id: 'two', nonce: '0x03', state: 'free' }],
    }),
  ],
])('%s is found', (_, rule, change) => {
  expect(rulesBroken(change)).toEqual([rule])
})
