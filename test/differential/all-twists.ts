import { authorizationTwists } from './authorization-twists.ts'
import { payerTwists } from './payer-twists.ts'
import { shapeTwists } from './shape-twists.ts'
import { signatureTwists } from './signature-twists.ts'
import { termsTwists } from './terms-twists.ts'
import { walletTwists } from './wallet-twists.ts'
import type { Twist } from './twist.ts'

/** Those that need no account with code, by what they are about. */
export const plainGroups: readonly (readonly [about: string, twists: readonly Twist[]])[] = [
  ['what is signed', authorizationTwists],
  ['who pays', payerTwists],
  ['the signature', signatureTwists],
  ['the writing', shapeTwists],
  ['the accepted terms', termsTwists],
]

export const plainTwists: readonly Twist[] = plainGroups.flatMap(([, twists]) => twists)

export const allTwists: readonly Twist[] = [...plainTwists, ...walletTwists]
