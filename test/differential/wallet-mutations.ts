import fc from 'fast-check'
import { concatHex, numberToHex, sliceHex } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import { anyBytes, oneOf } from './arbitraries.ts'
import { paidBy } from './payer-mutations.ts'
import { noV, withV, wrapped, wrapperEnd } from './signature-mutations.ts'
import { mutation, type Change, type MutationContext, type Mutation, type MutationOptions } from './mutation.ts'

const bad = 'invalid_exact_evm_signature'

/** Paid by an account with code. Its owner signs, unless another signature is given. */
const by =
  (name: string, signature?: (signed: Hex, context: MutationContext) => Hex): Change =>
  (draft, context) => {
    paidBy(name)(draft, context)
    if (signature !== undefined) draft.signature = (signed) => signature(signed, context)
  }
/** The same, signed by another account than the owner. */
const forged =
  (name: string, signature?: (signed: Hex, context: MutationContext) => Hex): Change =>
  (draft, context) => {
    by(name, signature)(draft, context)
    draft.forger = context.stranger
  }
const wallet = (name: string, agreed: string | null, ways: fc.Arbitrary<Change>, options: MutationOptions = {}): Mutation =>
  mutation(name, ['payer', 'signature', 'domain'], agreed, ways, options)

/** 64 bytes of which each half is a number below the order of the curve. */
const halves = anyBytes(62, 62).map((raw) => concatHex(['0x01', sliceHex(raw, 0, 31), '0x01', sliceHex(raw, 31)]))
const inWrapper = (signed: Hex, { deployment: { factory, calldata } }: MutationContext): Hex => wrapped(factory, calldata, signed)
const withoutS = (signed: Hex): Hex => concatHex([sliceHex(signed, 0, 32), numberToHex(0, { size: 32 }), sliceHex(signed, 64)])

/** Contract wallets that answer ERC-1271, accounts that delegate by EIP-7702, and wrappers of ERC-6492. */
export const walletMutations: readonly Mutation[] = [
  wallet('a wallet whose owner signs', 'valid', oneOf(by('owned'))),
  wallet('a wallet for which somebody else signs', bad, oneOf(forged('owned'))),
  wallet(
    'a wallet whose owner signs for another chain',
    bad,
    oneOf((draft, context) => {
      by('owned')(draft, context)
      draft.domain = { ...draft.domain, chainId: 1 }
    }),
  ),
  wallet(
    'a wallet with a signature in the form of plain accounts',
    'valid',
    fc.tuple(halves, fc.constantFrom(0, 1, 27, 28)).map(([rs, v]) => by('agreeable', () => withV(concatHex([rs, '0x00']), v))),
  ),
  wallet(
    'a wallet that tells v of 0 and 1 from 27 and 28',
    'valid',
    oneOf(
      by('plainParity', (signed) => withV(signed, 0)),
      by('plainParity', (signed) => withV(signed, 1)),
    ),
  ),
  wallet(
    'a wallet with its own v in 65 bytes',
    null,
    noV.map((v) => by('agreeable', (signed) => withV(signed, v))),
  ),
  wallet('a wallet with 65 bytes whose second half is zero', null, oneOf(by('agreeable', withoutS))),
  wallet(
    'a wallet with a short signature',
    'valid',
    anyBytes(1, 64).map((own) => by('brief', () => own)),
  ),
  wallet('a wallet with an empty signature', 'valid', oneOf(by('brief', () => '0x'))),
  wallet(
    'a wallet with a long signature',
    'valid',
    anyBytes(66, 2_000).map((own) => by('lengthy', () => own)),
  ),
  wallet(
    'a wallet with a signature of several thousand bytes',
    null,
    anyBytes(3_500, 4_000).map((own) => by('agreeable', () => own)),
  ),
  wallet('a wallet that refuses', bad, oneOf(by('refusing'), by('reverting'), by('silent'), by('short'))),
  wallet('a wallet that burns all gas', bad, oneOf(by('burning'))),
  wallet('a wallet that needs 340,000 gas', 'valid', oneOf(by('gasHungry'))),
  wallet('a wallet that needs 400,000 gas or more', null, oneOf(by('greedy'), by('glutton'))),
  wallet('a wallet that accepts with half a word', null, oneOf(by('sloppy'))),
  wallet('a wallet that says more than yes', 'valid', oneOf(by('wordy'))),
  wallet('a wallet that accepts in a call and refuses in a block', 'valid', oneOf(by('twoFaced')), { uncollectable: true }),
  wallet(
    'an account that delegates to a wallet that takes its key',
    'valid',
    oneOf(by('delegates to owned'), by('delegated by a transaction')),
  ),
  wallet(
    'an account that delegates to a wallet that takes anything',
    'valid',
    anyBytes(66, 300).map((own) => by('delegates to agreeable', () => own)),
  ),
  wallet(
    'an account that delegates to a wallet that refuses',
    bad,
    oneOf(...['refusing', 'reverting', 'silent', 'burning'].map((kind) => by(`delegates to ${kind}`))),
  ),
  wallet('an account that delegates to nobody', bad, oneOf(by('delegates to nobody'))),
  wallet('an account that delegates, and for which somebody else signs', bad, oneOf(forged('delegates to owned'))),
  wallet('a wallet that is not deployed, without a wrapper', bad, oneOf(by('undeployed'))),
  wallet('a wallet that is not deployed', 'eip6492_factory_not_allowed', oneOf(by('undeployed', inWrapper))),
  wallet('a wallet that is not deployed, by a factory that is trusted', null, oneOf(by('undeployed', inWrapper)), {
    deploying: true,
    once: true,
  }),
  wallet(
    'a deployed wallet with a wrapper',
    'valid',
    oneOf(by('owned', inWrapper), by('agreeable', inWrapper), by('delegates to owned', inWrapper)),
  ),
  wallet('a wallet that is deployed and wraps the signature of somebody else', bad, oneOf(forged('owned', inWrapper))),
  wallet(
    'a wallet with a wrapper that names no factory',
    null,
    oneOf(by('owned', (signed) => wrapped(`0x${'0'.repeat(40)}`, '0x', signed))),
  ),
  wallet(
    'a wallet with an unreadable wrapper',
    null,
    anyBytes(40, 200).map((junk) => by('owned', () => concatHex([junk, wrapperEnd]))),
  ),
]
