import type { FacilitatorRequest } from './facilitator.ts'

/** As our terms say it, whatever was signed for. */
const maxTimeoutSeconds = 300

/** The body of `/verify` and `/settle`: x402 version 2, scheme `exact` with EIP-3009. */
export function requestBody({ network, authorization }: FacilitatorRequest): string {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const accepted = {
    scheme: 'exact',
    network: network.id,
    amount: value.toString(),
    asset: network.asset,
    payTo: to,
    maxTimeoutSeconds,
    extra: { name: network.domain.name, version: network.domain.version },
  }
  const signed = { from, to, value: value.toString(), validAfter: validAfter.toString(), validBefore: validBefore.toString(), nonce }
  return JSON.stringify({
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted, payload: { signature, authorization: signed } },
    paymentRequirements: accepted,
  })
}
