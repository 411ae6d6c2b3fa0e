import { isHex, type Hex } from '../../shared/bytes.ts'
import type { SettleAnswer, VerifyAnswer } from './facilitator.ts'

type Members = Readonly<Record<string, unknown>>

/** Reasons that say that it does not know either. */
const undecided = new Set(['settlement_pending', 'unexpected_settle_error', 'unexpected_verify_error', 'unexpected_error'])
const maxReason = 80

/** What the JSON of `/settle` says. */
export function readSettleAnswer(value: unknown): SettleAnswer {
  const { success, errorReason, transaction } = membersOf(value)
  const hash = hashOf(transaction)
  if (success === true) return { kind: 'says_settled', transaction: hash }
  const reason = reasonOf(errorReason)
  if (success !== false || reason === null) return { kind: 'unknown', why: 'garbage', transaction: hash }
  return undecided.has(reason) ? { kind: 'unknown', why: 'pending', transaction: hash } : { kind: 'says_failed', reason, transaction: hash }
}

/** What the JSON of `/verify` says. */
export function readVerifyAnswer(value: unknown): VerifyAnswer {
  const { isValid, invalidReason } = membersOf(value)
  if (isValid === true) return { kind: 'valid' }
  const reason = reasonOf(invalidReason)
  if (isValid !== false || reason === null) return { kind: 'unknown', why: 'garbage' }
  return undecided.has(reason) ? { kind: 'unknown', why: 'pending' } : { kind: 'invalid', reason }
}

/** Networks that the JSON of `/supported` names for exact payments of version 2; null for what is no such list. */
export function readSupported(value: unknown): ReadonlySet<string> | null {
  const { kinds } = membersOf(value)
  if (!Array.isArray(kinds)) return null
  const networks = kinds
    .map(membersOf)
    .flatMap(({ x402Version, scheme, network }) =>
      x402Version === 2 && scheme === 'exact' && typeof network === 'string' ? [network] : [],
    )
  return new Set(networks)
}

function membersOf(value: unknown): Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {}
}

/** A code, of which logs and metrics may be made; null for anything else. */
function reasonOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= maxReason && /^[A-Za-z0-9_.-]+$/.test(value) ? value : null
}

function hashOf(value: unknown): Hex | null {
  return typeof value === 'string' && value.length === 66 && isHex(value) ? value : null
}
