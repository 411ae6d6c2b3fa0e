import type { Hex } from '../shared/bytes.ts'
import { addressDigits, bytesDigits, selectors, uintDigits } from './abi.ts'
import type { Authorization } from './chain.ts'
import { aggregate3Element, encodeAggregate3, multicall3 } from './multicall.ts'

/**
 * Calldata of `transferWithAuthorization`: the form with v, r, s for 65-byte signatures (of plain accounts),
 * the form with bytes for all others (of contract wallets).
 */
export function encodeTransfer({ from, to, value, validAfter, validBefore, nonce, signature }: Authorization): Hex {
  const digits = signature.slice(2).toLowerCase()
  const head =
    addressDigits(from) +
    addressDigits(to) +
    uintDigits(value) +
    uintDigits(validAfter) +
    uintDigits(validBefore) +
    nonce.slice(2).toLowerCase()
  if (digits.length === 130) {
    const r = digits.slice(0, 64)
    const s = digits.slice(64, 128)
    const v = digits.slice(128).padStart(64, '0')
    return `${selectors.transferWithAuthorization}${head}${v}${r}${s}`
  }
  // The bytes follow after seven words.
  return `${selectors.transferWithAuthorizationBytes}${head}${uintDigits(7n * 32n)}${bytesDigits(`0x${digits}`)}`
}

/** Target and calldata that settle these: the token itself for one, `aggregate3` with allowFailure for several. */
export function transferCall(asset: Hex, authorizations: readonly Authorization[]): { to: Hex; data: Hex } {
  const [only] = authorizations
  if (only === undefined) throw new RangeError('nothing to settle')
  if (authorizations.length === 1) return { to: asset, data: encodeTransfer(only) }
  return { to: multicall3, data: encodeAggregate3(authorizations.map((one) => elementOf(asset, one))) }
}

// Each element is needed twice: when the batch is simulated, and when it is sent.
const elements = new WeakMap<Authorization, { readonly asset: Hex; readonly digits: string }>()

function elementOf(asset: Hex, authorization: Authorization): string {
  const known = elements.get(authorization)
  if (known?.asset === asset) return known.digits
  const digits = aggregate3Element(asset, encodeTransfer(authorization))
  elements.set(authorization, { asset, digits })
  return digits
}
