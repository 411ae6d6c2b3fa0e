import type { Network, NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Credential } from '../credential.ts'
import type { Refusal } from '../refusals.ts'

/** What we ask for, as far as a credential can be held against it without hashing or asking a chain. */
export interface Terms {
  /** Those that take authorizations, by id. */
  readonly networks: ReadonlyMap<NetworkId, Network>
  readonly payTo: Hex
  /** Base units: the price now first, then older ones that are still honoured. */
  readonly prices: readonly bigint[]
  /** Unix seconds. */
  readonly now: number
  /** The least that must be left of the window: run and settlement together. */
  readonly neededSeconds: number
}

/** A window may reach this far ahead, so that used nonces can be forgotten. */
const maxSecondsAhead = 3600

/**
 * The cheap checks, in this order: network, asset, payTo, amount, signing domain, window.
 * Null when the credential fits the terms; its signature and the payer's balance are not looked at.
 */
export function checkTerms(credential: Credential, terms: Terms): Refusal | null {
  const { proof, accepted } = credential
  const { authorization } = proof

  const network = terms.networks.get(proof.network)
  if (!network)
    return refuse('invalid_exact_evm_network_mismatch', 'accepted.network', [...terms.networks.keys()].join(', '), proof.network)
  if (!same(proof.asset, network.asset)) return refuse('invalid_payment_requirements', 'accepted.asset', network.asset, proof.asset)
  if (!same(accepted.payTo, terms.payTo))
    return refuse('invalid_exact_evm_recipient_mismatch', 'accepted.payTo', terms.payTo, accepted.payTo)
  if (!same(authorization.to, terms.payTo)) {
    return refuse('invalid_exact_evm_recipient_mismatch', 'payload.authorization.to', terms.payTo, authorization.to)
  }
  return checkAmount(credential, terms) ?? checkDomain(accepted.extra, network) ?? checkWindow(credential, terms)
}

function checkAmount({ accepted, proof }: Credential, { prices }: Terms): Refusal | null {
  const mismatch = 'invalid_exact_evm_payload_authorization_value_mismatch'
  const { value } = proof.authorization
  if (!prices.includes(accepted.amount)) return refuse(mismatch, 'accepted.amount', String(prices[0]), String(accepted.amount))
  if (value !== accepted.amount) return refuse(mismatch, 'payload.authorization.value', String(accepted.amount), String(value))
  return null
}

/** The signature is checked against our domain anyway; this only tells a client early which half of it is wrong. */
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

function checkWindow({ proof }: Credential, { now, neededSeconds }: Terms): Refusal | null {
  const { validAfter, validBefore } = proof.authorization
  const at = BigInt(now)
  if (validAfter > at) {
    return refuse(
      'invalid_exact_evm_payload_authorization_valid_after',
      'payload.authorization.validAfter',
      `at most ${now}`,
      String(validAfter),
    )
  }
  const field = 'payload.authorization.validBefore'
  const reason = 'invalid_exact_evm_payload_authorization_valid_before'
  if (validBefore < at + BigInt(neededSeconds)) return refuse(reason, field, `at least ${now + neededSeconds}`, String(validBefore))
  if (validBefore > at + BigInt(maxSecondsAhead)) return refuse(reason, field, `at most ${now + maxSecondsAhead}`, String(validBefore))
  return null
}

function refuse(reason: Refusal['reason'], field: string, expected: string, received: string): Refusal {
  return { reason, field, expected, received }
}

function same(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase()
}

function brief(value: unknown): string {
  return typeof value === 'string'
    ? value.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')
    : `a value of type ${value === null ? 'null' : typeof value}`
}
