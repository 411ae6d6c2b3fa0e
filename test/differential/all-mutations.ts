import { authorizationMutations } from './authorization-mutations.ts'
import { payerMutations } from './payer-mutations.ts'
import { shapeMutations } from './shape-mutations.ts'
import { signatureMutations } from './signature-mutations.ts'
import { termsMutations } from './terms-mutations.ts'
import { walletMutations } from './wallet-mutations.ts'
import type { Mutation } from './mutation.ts'

/** The mutations that need no account with code, by topic. */
export const plainGroups: readonly (readonly [about: string, mutations: readonly Mutation[]])[] = [
  ['what is signed', authorizationMutations],
  ['who pays', payerMutations],
  ['the signature', signatureMutations],
  ['the writing', shapeMutations],
  ['the accepted terms', termsMutations],
]

export const plainMutations: readonly Mutation[] = plainGroups.flatMap(([, mutations]) => mutations)

export const allMutations: readonly Mutation[] = [...plainMutations, ...walletMutations]
