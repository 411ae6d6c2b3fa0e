import fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import { anyAddress, oneOf } from './arbitraries.ts'
import { neededSeconds, price } from './our-side.ts'
import { twist, type Change, type Twist } from './twist.ts'

const maxUint256 = (1n << 256n) - 1n
/** Seconds: far enough from every bound that a slow machine does not pass it. */
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

/** What is signed is other than what was asked for, and signed well. */
export const authorizationTwists: readonly Twist[] = [
  twist('less than the price', 'amount', mismatch, between(1n, price - 1n).map(amount), { versions: [2] }),
  twist('more than the price', 'amount', mismatch, between(price + 1n, price * 1000n).map(amount), { versions: [2] }),
  twist('an amount of nothing', 'amount', mismatch, oneOf(amount(0n)), { versions: [2] }),
  twist('a huge amount', 'amount', mismatch, between(1n << 64n, maxUint256).map(amount), { versions: [2] }),
  twist('another amount, in version 1', 'amount', null, fc.oneof(between(0n, price - 1n), between(price + 1n, maxUint256)).map(amount), {
    versions: [1],
  }),
  twist(
    'another recipient',
    'recipient',
    recipientMismatch,
    fc.oneof(anyAddress, fc.constant<Hex>(`0x${'0'.repeat(40)}`)).map(
      (to): Change =>
        ({ message }) =>
          void (message.to = to),
    ),
  ),
  twist(
    'the payer as the recipient',
    'recipient',
    recipientMismatch,
    oneOf((draft) => void (draft.message.to = draft.payer.address)),
  ),
  twist(
    'a signing domain of another chain',
    'domain',
    badSignature,
    fc.constantFrom(1, 10, 137, 84_532).map((chainId) => domain({ chainId })),
  ),
  twist(
    'a signing domain of another name or version',
    'domain',
    badSignature,
    fc.constantFrom({ name: 'USD' }, { name: 'usd coin' }, { name: '' }, { version: '9' }, { version: '' }).map(domain),
  ),
  twist(
    'a signing domain of another token',
    'domain',
    badSignature,
    anyAddress.map((verifyingContract) => domain({ verifyingContract })),
  ),
  twist(
    'a window that begins later',
    'window',
    tooEarly,
    fc.oneof(between(BigInt(margin), 100_000n), between(1n << 40n, 1n << 255n)).map((later): Change => ({ message }, { now }) => {
      message.validAfter = BigInt(now()) + later
    }),
  ),
  twist(
    'a window that is over',
    'window',
    tooLate,
    fc.oneof(between(0n, 100_000n), fc.constant(1n << 40n)).map((earlier): Change => ({ message }, { now }) => {
      const end = BigInt(now()) - earlier
      message.validBefore = end > 0n ? end : 0n
    }),
  ),
  twist(
    'a window too near to its end',
    'window',
    null,
    fc.integer({ min: 6 + margin, max: neededSeconds - 2 }).map((left): Change => ({ message }, { now }) => {
      message.validBefore = BigInt(now() + left)
    }),
  ),
  twist(
    'a window of more than an hour',
    'window',
    null,
    fc
      .oneof(between(3600n + BigInt(margin), 10_000_000n), between(1n << 40n, 1n << 255n))
      .map((ahead): Change => ({ message }, { now }) => {
        message.validBefore = BigInt(now()) + ahead
      }),
  ),
  twist(
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
