import type { ChainTransfer } from './chain-books.ts'
import type { LedgerRow } from './ledger-books.ts'
import type { Purchase, SeenAnswer } from './purchase.ts'

const network = 'eip155:8453'
const amount = 7_500n
const client = '198.19.0.1'

/** An answer as a payer saw it. */
export function seenAnswer(receipt: string): SeenAnswer {
  return { at: 0, path: '/a', client, replay: false, body: 'b', receipt }
}

/** An answered payment by authorization, as its payer saw it, as the ledger has it and as the chain has it. All three agree. */
export function validPurchase({ number = 1, nonce = '0x01', payer = '0xaa', receipt = 'r' } = {}): {
  readonly purchase: Purchase
  readonly row: LedgerRow
  readonly transfer: ChainTransfer
} {
  const made = { nonce: nonce as `0x${string}`, wallet: payer as `0x${string}` }
  const mined = { network, transaction: `0xf${nonce.slice(2)}`, blockHash: '0xb10c' } as const
  return {
    purchase: {
      ...made,
      number,
      way: 'x402 authorization',
      network,
      amount,
      client,
      headers: {},
      transaction: null,
      path: '/a',
      begunAt: 0,
      tries: 1,
      firstTriedAt: 0,
      answeredAt: 0,
      cutOffAt: null,
      state: 'answered',
      answers: [seenAnswer(receipt)],
      replays: [],
      refusals: [],
      events: [],
    },
    row: { ...mined, id: `${number} ${nonce}`, state: 'settled', payer, amount, nonce, reason: null, theft: false },
    transfer: { ...mined, logIndex: 0, from: made.wallet, value: amount, nonce: made.nonce },
  }
}
