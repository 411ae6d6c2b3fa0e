import { privateKeyToAccount, type LocalAccount } from 'viem/accounts'
import type { Hex } from '../shared/bytes.ts'

/** What signs payments and transactions: a viem account, or anything like it. */
export type PayingAccount = Pick<LocalAccount, 'address' | 'signTypedData' | 'signTransaction'>

/** The account of a private key. @throws on a key that is not valid. */
export function accountOf(privateKey: Hex): PayingAccount {
  return privateKeyToAccount(privateKey)
}
