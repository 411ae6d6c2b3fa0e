import type { Network, NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Credential } from '../wire/credential.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { paymentRefusal, type PaymentRefusalCode } from '../wire/refusals.ts'

/** The terms, as far as a credential can be compared with them without hashing and without a chain. */
export interface AcceptedTerms {
  /** Networks that take authorizations, by id. */
  readonly networks: ReadonlyMap<NetworkId, Network>
  readonly payTo: Hex
  /** Base units: the present price first, then earlier ones that are still accepted. */
  readonly prices: readonly bigint[]
  /** Unix seconds. */
  readonly now: number
  /** Seconds that the window must still have, for run and settlement together. */
  readonly neededSeconds: number
}

/** Seconds. A window may end this far ahead at most, so that used nonces can be forgotten. */
const maxSecondsAhead = 3600

/** Seconds by which a client's clock may be fast when it counts the hour. */
const endMargin = 60

/** Seconds. The same for windows that start now. Less, since the settlement waits until the start has passed by the time of the chain. */
const startMargin = 5

/**
 * The cheap checks, in this order: network, asset, payTo, amount, signing domain, window.
 * Null when the credential fits the terms. The signature and the payer's balance are not checked here.
 */
export function checkTerms(credential: Credential, terms: AcceptedTerms): Refusal | null {
  const { proof, accepted } = credential
  const { authorization } = proof

  const network = terms.networks.get(proof.network)
  if (!network)
    return refuse('invalid_exact_evm_network_mismatch', 'accepted.network', [...terms.networks.keys()].join(', '), proof.network)
  if (!isSameText(proof.asset, network.asset)) return refuse('invalid_payment_requirements', 'accepted.asset', network.asset, proof.asset)
  if (!isSameText(accepted.payTo, terms.payTo))
    return refuse('invalid_exact_evm_recipient_mismatch', 'accepted.payTo', terms.payTo, accepted.payTo)
  if (!isSameText(authorization.to, terms.payTo)) {
    return refuse('invalid_exact_evm_recipient_mismatch', 'payload.authorization.to', terms.payTo, authorization.to)
  }
  return checkAmount(credential, terms) ?? checkDomain(accepted.extra, network) ?? checkWindow(credential, terms)
}

function checkAmount({ accepted, proof }: Credential, { prices }: AcceptedTerms): Refusal | null {
  const mismatch = 'invalid_exact_evm_payload_authorization_value_mismatch'
  const { value } = proof.authorization
  if (!prices.includes(accepted.amount)) return refuse(mismatch, 'accepted.amount', String(prices[0]), String(accepted.amount))
  if (value !== accepted.amount) return refuse(mismatch, 'payload.authorization.value', String(accepted.amount), String(value))
  return null
}

/** The signature is checked with our domain anyway; this check tells a client whether its name or its version is wrong. */
function checkDomain(extra: Readonly<Record<string, unknown>>, network: Network): Refusal | null {
  const { name, version } = extra
  if (name !== undefined && name !== network.domain.name) {
    return refuse('invalid_exact_evm_token_name_mismatch', 'accepted.extra.name', network.domain.name, brief(name))
  }
  if (version !== undefined && version !== network.domain.version) {
    return refuse('invalid_exact_evm_token_version_mismatch', 'accepted.extra.version', network.domain.version, brief(version))
  }
  return null
}

function checkWindow({ proof }: Credential, { now, neededSeconds }: AcceptedTerms): Refusal | null {
  const { validAfter, validBefore } = proof.authorization
  const at = BigInt(now)
  if (validAfter > at + BigInt(startMargin)) {
    return refuse(
      'invalid_exact_evm_payload_authorization_valid_after',
      'payload.authorization.validAfter',
      `at most ${now}`,
      String(validAfter),
    )
  }
  const field = 'payload.authorization.validBefore'
  const code = 'invalid_exact_evm_payload_authorization_valid_before'
  if (validBefore < at + BigInt(neededSeconds)) return refuse(code, field, `at least ${now + neededSeconds}`, String(validBefore))
  if (validBefore > at + BigInt(maxSecondsAhead + endMargin))
    return refuse(code, field, `at most ${now + maxSecondsAhead}`, String(validBefore))
  return null
}

function refuse(code: PaymentRefusalCode, field: string, expected: string, received: string): Refusal {
  return paymentRefusal(code, { field, expected, received })
}

function isSameText(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase()
}

function brief(value: unknown): string {
  return typeof value === 'string'
    ? value.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')
    : `a value of type ${value === null ? 'null' : typeof value}`
}
