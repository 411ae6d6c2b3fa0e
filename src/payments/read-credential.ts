import { Problem } from '../shared/problems.ts'
import { legacy } from './legacy/legacy.ts'
import { mpp } from './mpp/mpp.ts'
import type { CredentialReading, HeaderReader, PaymentProtocol } from './protocol.ts'
import { x402 } from './x402/x402.ts'

const protocols: readonly PaymentProtocol[] = [x402, mpp, legacy]

/** Whether any header stands there in which a payment may come. */
export function bringsPayment(headers: HeaderReader): boolean {
  return protocols.some((protocol) => protocol.credentialHeaders(headers).length > 0)
}

/**
 * The one payment credential of a request. Counts every header in which one may stand, so that a request never carries
 * two payments of which one is silently ignored. Never throws.
 */
export function readCredential(headers: HeaderReader): CredentialReading {
  const found = protocols
    .map((protocol) => ({ protocol, names: protocol.credentialHeaders(headers) }))
    .filter(({ names }) => names.length > 0)
  const names = found.flatMap((one) => one.names)
  const only = found[0]
  if (!only) return { kind: 'none' }
  if (names.length === 1) return only.protocol.readCredential(headers)
  // However often one header repeats it, each name is told once.
  const [name, ...others] = new Set(names)
  const detail =
    others.length === 0
      ? `The request carries ${name} more than once; send it once.`
      : `The request carries ${[name, ...others].join(' and ')}; send one of them.`
  return { kind: 'problem', problem: new Problem('several_payments', detail, { field: 'headers' }) }
}
