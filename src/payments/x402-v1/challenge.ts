import type { Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { v1NameOf } from './network-names.ts'

/** What a client of version 1 needs to pay: the same facts as in a version 2 challenge. */
export interface V1Terms {
  /** Base units. */
  readonly price: bigint
  readonly payTo: Hex
  /** Networks that take authorizations, in the order in which they are offered. */
  readonly networks: readonly Network[]
  readonly description: string
  readonly sandbox: boolean
  /** In a sandbox: answers come from real data, though payments are play money. */
  readonly realData?: boolean
}

export interface V1ChallengeRequest {
  /** Absolute URL of the requested resource, made from PUBLIC_URL. */
  readonly url: string
  /** What was wrong with the payment; null or absent when the request had none. */
  readonly refusal?: Refusal | null
}

const maxTimeoutSeconds = 300

/**
 * JSON text of the body of a 402 in x402 version 1, for requests with `X402-Version: 1`. It holds only networks for which
 * version 1 has a name. Null where there is no such network. The official client reads it only without a PAYMENT-REQUIRED header.
 */
export function v1Challenge(terms: V1Terms, { url, refusal = null }: V1ChallengeRequest): string | null {
  const accepts = terms.networks.flatMap((network) => {
    const name = v1NameOf(network.id)
    return name === null ? [] : [requirement(terms, network, name, url)]
  })
  if (accepts.length === 0) return null
  const error = refusal === null ? 'X-PAYMENT header is required' : refusal.code
  return JSON.stringify({ x402Version: 1, error, ...(terms.sandbox ? { sandbox: true, simulated: !terms.realData } : {}), accepts })
}

/** Without `outputSchema`: older clients refuse it where it is null, and no client needs it. */
function requirement({ price, payTo, description }: V1Terms, network: Network, name: string, url: string) {
  return {
    scheme: 'exact',
    network: name,
    maxAmountRequired: String(price),
    resource: url,
    description,
    mimeType: 'application/json',
    payTo,
    maxTimeoutSeconds,
    asset: network.asset,
    extra: { name: network.domain.name, version: network.domain.version },
  }
}
