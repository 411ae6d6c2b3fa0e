import { expect, test } from 'vitest'
import type { QuotaClient } from './free-calls.ts'
import { judgeCounts, type FreeCallEvidence } from './judge-counts.ts'
import { validPurchase } from './valid-purchase.fixture.ts'

const day = '2026-11-20'
const limits = { quota: 3, freeCalls: 2 }
const visitor: QuotaClient = { client: '198.18.0.1', calls: 5, given: 3, refused: 2, unclear: 0, strange: [] }

const quotaOf = (client: Partial<QuotaClient>, used: number) =>
  judgeCounts({
    purchases: [],
    transfers: [],
    ledger: { rows: [], quotas: used === 0 ? [] : [{ day, client: visitor.client, used }], freeCalls: [], grants: [] },
    counted: { limits, quotaClients: [{ ...visitor, ...client }], firstCalls: [] },
  }).quotaWrong

test.each<[string, Partial<QuotaClient>, number]>([
  ['a client with too many calls gets the limit', {}, 3],
  ['a client with fewer calls gets all of them', { calls: 2, given: 2, refused: 0 }, 2],
  ['a call that was cut off may have been counted', { given: 2, unclear: 1 }, 3],
  ['a call that was cut off may not have been counted', { calls: 3, given: 2, refused: 0, unclear: 1 }, 2],
])('a quota is exact: %s', (_, client, used) => {
  expect(quotaOf(client, used)).toEqual([])
})

test.each<[string, Partial<QuotaClient>, number]>([
  ['given beyond the limit', { given: 4, refused: 1 }, 3],
  ['counted beyond the limit', { given: 3 }, 4],
  ['given and not counted', {}, 2],
  ['counted and not given', { given: 2, refused: 3 }, 3],
  ['asked to pay with some left', { calls: 2, given: 1, refused: 1 }, 1],
  ['an unexpected answer', { strange: ['409 conflict'] }, 3],
])('a quota is not exact: %s', (_, client, used) => {
  expect(quotaOf(client, used)).not.toEqual([])
})

/** A wallet that sent two payments at once: the first was free, the second was paid. */
function firstCall(number: number) {
  const wallet = `0xaa${number}` as const
  const of = (nonce: string) => validPurchase({ number, nonce, payer: wallet, receipt: `r${number}` })
  const [free, paid] = [of('0x01'), of('0x02')]
  return {
    wallet,
    free: { purchase: free.purchase, row: { ...free.row, state: 'free' as const } },
    paid: { purchase: paid.purchase, transfer: paid.transfer },
    charged: free.transfer,
  }
}

/** This many wallets, of which the first `free` had a free call. */
function freeCallsOf(
  wallets: number,
  free: number,
  change: (evidence: FreeCallEvidence) => FreeCallEvidence = (same) => same,
): readonly string[] {
  const firstCalls = Array.from({ length: wallets }, (_, number) => firstCall(number))
  const withFreeCall = firstCalls.slice(0, free)
  return judgeCounts(
    change({
      purchases: firstCalls.flatMap((one) => [one.free.purchase, one.paid.purchase]),
      transfers: firstCalls.flatMap((one) => [one.paid.transfer, ...(withFreeCall.includes(one) ? [] : [one.charged])]),
      ledger: {
        rows: withFreeCall.map((one) => one.free.row),
        quotas: [],
        freeCalls: free === 0 ? [] : [{ day, client: '198.19.0.1', used: free }],
        grants: withFreeCall.map((one) => ({ payer: one.wallet, payment: one.free.row.id })),
      },
      counted: {
        limits,
        quotaClients: [],
        firstCalls: firstCalls.map((one) => ({ client: '198.19.0.1', purchases: [one.free.purchase, one.paid.purchase] })),
      },
    }),
  ).freeCallsWrong
}

test('first calls free are exact: one per wallet, and at most the limit per client address', () => {
  expect(freeCallsOf(1, 1)).toEqual([])
  expect(freeCallsOf(2, 2)).toEqual([])
  expect(freeCallsOf(4, 2)).toEqual([])
})

test('an uncharged answer is not a first call free', () => {
  const { free } = firstCall(9)
  const uncharged = { ...free.row, state: 'uncharged', id: 'r9' } as const
  const also = (all: FreeCallEvidence): FreeCallEvidence => ({
    ...all,
    purchases: [...all.purchases, free.purchase],
    ledger: { ...all.ledger, rows: [...all.ledger.rows, uncharged] },
  })
  expect(freeCallsOf(2, 2, also)).toEqual([])
})

test.each<[string, readonly string[]]>([
  ['an address had more than its limit', freeCallsOf(4, 3)],
  ['a wallet had none although the limit was not reached', freeCallsOf(2, 1)],
  [
    'a first call is not counted',
    freeCallsOf(2, 2, (all) => ({ ...all, ledger: { ...all.ledger, freeCalls: [{ day, client: '198.19.0.1', used: 1 }] } })),
  ],
  [
    'a first call is used up without a payment',
    freeCallsOf(2, 2, (all) => ({ ...all, ledger: { ...all.ledger, rows: all.ledger.rows.slice(1) } })),
  ],
  ['a first call is not used up', freeCallsOf(2, 2, (all) => ({ ...all, ledger: { ...all.ledger, grants: all.ledger.grants.slice(1) } }))],
  ['a payment was answered and never charged', freeCallsOf(4, 2, (all) => ({ ...all, transfers: all.transfers.slice(1) }))],
])('first calls free are not exact: %s', (_, wrong) => {
  expect(wrong).not.toEqual([])
})
