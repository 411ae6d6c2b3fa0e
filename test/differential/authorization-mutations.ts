import fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import { anyAddress, oneOf } from './arbitraries.ts'
import { neededSeconds, price } from './our-side.ts'
import { mutation, type Change, type Mutation } from './mutation.ts'

const maxUint256 = (1n << 256n) - 1n
/** Distance from every bound, in seconds: enough for a slow machine. */
const margin = 15

const mismatch = 'invalid_exact_evm_payload_authorization_value_mismatch'
const recipientMismatch = 'invalid_exact_evm_recipient_mismatch'
const badSignature = 'invalid_exact_evm_signature'
const tooEarly = 'invalid_exact_evm_payload_authorization_valid_after'
const tooLate = 'invalid_exact_evm_payload_authorization_valid_before'

const between = (min: bigint, max: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min, max })
const amount =
  (value: bigint): Change =>
  ({ message }) =>
    void (message.value = value)
const domain =
  (other: Partial<{ name: string; version: string; chainId: number; verifyingContract: Hex }>): Change =>
  (draft) =>
    void (draft.domain = { ...draft.domain, ...other })

/** Mutations of the signed message. The signature itself is valid. */
export const authorizationMutations: readonly Mutation[] = [
  mutation('less than the price', 'amount', mismatch, between(1n, price - 1n).map(amount), { versions: [2] }),
  mutation('more than the price', 'amount', mismatch, between(price + 1n, price * 1000n).map(amount), { versions: [2] }),
  mutation('an amount of nothing', 'amount', mismatch, oneOf(amount(0n)), { versions: [2] }),
  mutation('a huge amount', 'amount', mismatch, between(1n << 64n, maxUint256).map(amount), { versions: [2] }),
  mutation('another amount, in version 1', 'amount', null, fc.oneof(between(0n, price - 1n), between(price + 1n, maxUint256)).map(amount), {
    versions: [1],
  }),
  mutation(
    'another recipient',
    'recipient',
    recipientMismatch,
    fc.oneof(anyAddress, fc.constant<Hex>(`0x${'0'.repeat(40)}`)).map(
      (to): Change =>
        ({ message }) =>
          void (message.to = to),
    ),
  ),
  mutation(
    'the payer as the recipient',
    'recipient',
    recipientMismatch,
    oneOf((draft) => void (draft.message.to = draft.payer.address)),
  ),
  mutation(
    'a signing domain of another chain',
    'domain',
    badSignature,
    fc.constantFrom(1, 10, 137, 84_532).map((chainId) => domain({ chainId })),
  ),
  mutation(
    'a signing domain of another name or version',
    'domain',
    badSignature,
    fc.constantFrom({ name: 'USD' }, { name: 'usd coin' }, { name: '' }, { version: '9' }, { version: '' }).map(domain),
  ),
  mutation(
    'a signing domain of another token',
    'domain',
    badSignature,
    anyAddress.map((verifyingContract) => domain({ verifyingContract })),
  ),
  mutation(
    'a window that begins later',
    'window',
    tooEarly,
    fc.oneof(between(BigInt(margin), 100_000n), between(1n << 40n, 1n << 255n)).map((later): Change => ({ message }, { now }) => {
      message.validAfter = BigInt(now()) + later
    }),
  ),
  mutation(
    'a window that is over',
    'window',
    tooLate,
    fc.oneof(between(0n, 100_000n), fc.constant(1n << 40n)).map((earlier): Change => ({ message }, { now }) => {
      const end = BigInt(now()) - earlier
      message.validBefore = end > 0n ? end : 0n
    }),
  ),
  mutation(
    'a window that ends too soon',
    'window',
    null,
    fc.integer({ min: 6 + margin, max: neededSeconds - 2 }).map((left): Change => ({ message }, { now }) => {
      message.validBefore = BigInt(now() + left)
    }),
  ),
  mutation(
    'a window of more than an hour',
    'window',
    null,
    fc
      .oneof(between(3660n + BigInt(margin), 10_000_000n), between(1n << 40n, 1n << 255n))
      .map((ahead): Change => ({ message }, { now }) => {
        message.validBefore = BigInt(now()) + ahead
      }),
  ),
  mutation(
    'a window that began long ago',
    'window',
    'valid',
    between(600n, 1_000_000_000n).map(
      (ago): Change =>
        ({ message }, { now }) =>
          void (message.validAfter = BigInt(now()) - ago),
    ),
  ),
]
