import fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import { oneOf } from './arbitraries.ts'
import { mutation, type Change, type MutationContext, type Mutation } from './mutation.ts'

const noMoney = 'invalid_exact_evm_insufficient_balance'
const usedUp = 'invalid_exact_evm_nonce_already_used'

/** Paid by one of the accounts of the context. */
export function paidBy(name: string): Change {
  return (draft, { payers }) => {
    const payer = payers[name]
    if (payer === undefined) throw new Error(`there is no payer named ${name}`)
    draft.payer = payer
  }
}

const nonceOf = (pick: (spent: MutationContext['spent']) => readonly Hex[]): fc.Arbitrary<Change> =>
  fc.nat().map((index) => (draft, { spent }) => {
    const nonces = pick(spent)
    draft.payer = spent
    draft.message.nonce = nonces[index % nonces.length]!
  })

/** Mutations of plain accounts that only the chain reveals. */
export const payerMutations: readonly Mutation[] = [
  mutation('a payer without money', 'payer', noMoney, oneOf(paidBy('penniless'))),
  mutation('a payer who has too little', 'payer', noMoney, oneOf(paidBy('poor'))),
  mutation('a payer who has exactly enough', 'payer', 'valid', oneOf(paidBy('just')), { once: true }),
  mutation('a payer blacklisted by the token', 'payer', null, oneOf(paidBy('blacklisted')), { uncollectable: true }),
  mutation(
    'a nonce that was used',
    ['payer', 'nonce'],
    usedUp,
    nonceOf(({ used }) => used),
  ),
  mutation(
    'a nonce that was cancelled',
    ['payer', 'nonce'],
    usedUp,
    nonceOf(({ cancelled }) => cancelled),
  ),
]
