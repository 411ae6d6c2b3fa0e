import fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import { oneOf } from './arbitraries.ts'
import { twist, type Change, type Scene, type Twist } from './twist.ts'

const noMoney = 'invalid_exact_evm_insufficient_balance'
const usedUp = 'invalid_exact_evm_nonce_already_used'

/** Paid by one of the accounts of the scene. */
export function paidBy(name: string): Change {
  return (draft, { payers }) => {
    const payer = payers[name]
    if (payer === undefined) throw new Error(`nobody is ${name}`)
    draft.payer = payer
  }
}

const nonceOf = (pick: (spent: Scene['spent']) => readonly Hex[]): fc.Arbitrary<Change> =>
  fc.nat().map((index) => (draft, { spent }) => {
    const nonces = pick(spent)
    draft.payer = spent
    draft.message.nonce = nonces[index % nonces.length]!
  })

/** Plain accounts about which only the chain can tell. */
export const payerTwists: readonly Twist[] = [
  twist('a payer without money', 'payer', noMoney, oneOf(paidBy('penniless'))),
  twist('a payer who holds too little', 'payer', noMoney, oneOf(paidBy('poor'))),
  twist('a payer who holds just enough', 'payer', 'valid', oneOf(paidBy('just')), { once: true }),
  twist('a payer on the black list of the token', 'payer', null, oneOf(paidBy('blacklisted')), { uncollectable: true }),
  twist(
    'a nonce that was used',
    ['payer', 'nonce'],
    usedUp,
    nonceOf(({ used }) => used),
  ),
  twist(
    'a nonce that was cancelled',
    ['payer', 'nonce'],
    usedUp,
    nonceOf(({ cancelled }) => cancelled),
  ),
]
