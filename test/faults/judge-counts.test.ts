import { expect, test } from 'vitest'
import type { QuotaClient } from './counted.ts'
import { judgeCounts, type CountedEvidence } from './judge-counts.ts'
import { soundPurchase } from './sound-purchase.fixture.ts'

const day = '2026-11-20'
const limits = { quota: 3, freeCalls: 2 }
const visitor: QuotaClient = { client: '198.18.0.1', calls: 5, given: 3, refused: 2, unclear: 0, strange: [] }

const quotaOf = (client: Partial<QuotaClient>, used: number) =>
  judgeCounts({
    purchases: [],
    transfers: [],
    ledger: { rows: [], quotas: used === 0 ? [] : [{ day, client: visitor.client, used }], freeCalls: [], grants: [] },
    counted: { limits, quotaClients: [{ ...visitor, ...client }], debuts: [] },
  }).quotaWrong

test.each<[string, Partial<QuotaClient>, number]>([
  ['whoever asks too often has as much as the limit', {}, 3],
  ['whoever asks less has all', { calls: 2, given: 2, refused: 0 }, 2],
  ['what was cut off may have been counted', { given: 2, unclear: 1 }, 3],
  ['and may not', { calls: 3, given: 2, refused: 0, unclear: 1 }, 2],
])('a quota is exact: %s', (_, client, used) => {
  expect(quotaOf(client, used)).toEqual([])
})

test.each<[string, Partial<QuotaClient>, number]>([
  ['given beyond the limit', { given: 4, refused: 1 }, 3],
  ['counted beyond the limit', { given: 3 }, 4],
  ['given and not counted', {}, 2],
  ['counted and not given', { given: 2, refused: 3 }, 3],
  ['asked to pay with some left', { calls: 2, given: 1, refused: 1 }, 1],
  ['answered as nobody should be', { strange: ['409 conflict'] }, 3],
])('a quota is not exact: %s', (_, client, used) => {
  expect(quotaOf(client, used)).not.toEqual([])
})

/** A wallet that came with two payments at once; the first was free, the second is paid. */
function debut(number: number) {
  const wallet = `0xaa${number}` as const
  const of = (nonce: string) => soundPurchase({ number, nonce, payer: wallet, receipt: `r${number}` })
  const [free, paid] = [of('0x01'), of('0x02')]
  return {
    wallet,
    free: { purchase: free.purchase, row: { ...free.row, state: 'free' as const } },
    paid: { purchase: paid.purchase, transfer: paid.transfer },
    charged: free.transfer,
  }
}

/** So many wallets, of which the first ones had their call free. */
function freeCallsOf(
  wallets: number,
  free: number,
  change: (evidence: CountedEvidence) => CountedEvidence = (same) => same,
): readonly string[] {
  const debuts = Array.from({ length: wallets }, (_, number) => debut(number))
  const lucky = debuts.slice(0, free)
  return judgeCounts(
    change({
      purchases: debuts.flatMap((one) => [one.free.purchase, one.paid.purchase]),
      transfers: debuts.flatMap((one) => [one.paid.transfer, ...(lucky.includes(one) ? [] : [one.charged])]),
      ledger: {
        rows: lucky.map((one) => one.free.row),
        quotas: [],
        freeCalls: free === 0 ? [] : [{ day, client: '198.19.0.1', used: free }],
        grants: lucky.map((one) => ({ payer: one.wallet, payment: one.free.row.id })),
      },
      counted: {
        limits,
        quotaClients: [],
        debuts: debuts.map((one) => ({ client: '198.19.0.1', purchases: [one.free.purchase, one.paid.purchase] })),
      },
    }),
  ).freeCallsWrong
}

test('first calls free are exact: one for each wallet, and not more of one address than its limit', () => {
  expect(freeCallsOf(1, 1)).toEqual([])
  expect(freeCallsOf(2, 2)).toEqual([])
  expect(freeCallsOf(4, 2)).toEqual([])
})

test('an answer that was not charged is no first call', () => {
  const { free } = debut(9)
  const uncharged = { ...free.row, state: 'uncharged', id: 'r9' } as const
  const also = (all: CountedEvidence): CountedEvidence => ({
    ...all,
    purchases: [...all.purchases, free.purchase],
    ledger: { ...all.ledger, rows: [...all.ledger.rows, uncharged] },
  })
  expect(freeCallsOf(2, 2, also)).toEqual([])
})

test.each<[string, readonly string[]]>([
  ['an address had more than its limit', freeCallsOf(4, 3)],
  ['a wallet had none with some left', freeCallsOf(2, 1)],
  [
    'one is not counted',
    freeCallsOf(2, 2, (all) => ({ ...all, ledger: { ...all.ledger, freeCalls: [{ day, client: '198.19.0.1', used: 1 }] } })),
  ],
  ['one is used up by no payment', freeCallsOf(2, 2, (all) => ({ ...all, ledger: { ...all.ledger, rows: all.ledger.rows.slice(1) } }))],
  ['one is not used up', freeCallsOf(2, 2, (all) => ({ ...all, ledger: { ...all.ledger, grants: all.ledger.grants.slice(1) } }))],
  ['a payment was answered and never charged', freeCallsOf(4, 2, (all) => ({ ...all, transfers: all.transfers.slice(1) }))],
])('first calls free are not exact: %s', (_, wrong) => {
  expect(wrong).not.toEqual([])
})
