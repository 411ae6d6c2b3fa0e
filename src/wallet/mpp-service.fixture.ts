import { createSecretKey } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Network } from '../chain/chain.ts'
import { networks } from '../chain/networks.ts'
import { systemClock, systemRandom } from '../ops/system.ts'
import { createMppChallenges } from '../payments/mpp/challenge.ts'
import { mppCredentials } from '../payments/mpp/credential-headers.ts'
import { readMppCredential, type MppCredential } from '../payments/mpp/credential.ts'
import { encodeMppReceipt } from '../payments/mpp/receipt.ts'
import { usd } from '../shared/money.ts'
import type { Hex } from '../shared/bytes.ts'
import { openService } from './service.fixture.ts'

export const payTo: Hex = '0x00000000000000000000000000000000000000aa'

/** What the service does with the first, the second, … paid request. */
export type Reaction = (response: ServerResponse, credential: MppCredential) => void

export interface MppServiceOptions {
  readonly price?: string
  /** Body of `GET /sandbox`. When it is given, the service says that it is a sandbox. */
  readonly sandbox?: unknown
  readonly networks?: readonly Network[]
  readonly ttlSeconds?: number
  /** Whether it settles authorizations. */
  readonly authorization?: boolean
  readonly reactions?: readonly Reaction[]
  /** Values of WWW-Authenticate before its own. */
  readonly otherChallenges?: readonly string[]
}

export const answered =
  (reference: string): Reaction =>
  (response, { challenge }) => {
    const method = challenge.method === 'evm' ? 'evm' : 'evmhash'
    response.setHeader('Payment-Receipt', encodeMppReceipt({ method, reference, at: 0, chainId: 8453, challengeId: challenge.id }))
    response.end('{"price":1}')
  }

export const status =
  (code: number, headers: Record<string, string> = {}, body: unknown = {}): Reaction =>
  (response) =>
    response.writeHead(code, headers).end(JSON.stringify(body))

export const lost: Reaction = (response) => response.destroy()

/** A service that asks for payment by MPP as ours does: one challenge, for the network that the request names or the first one. */
export async function openMppService(options: MppServiceOptions = {}) {
  const { price = '0.0075', sandbox, networks: offered = networks, authorization = true, reactions = [], otherChallenges = [] } = options
  const challenges = createMppChallenges({
    secrets: [createSecretKey(systemRandom.bytes(32))],
    realm: '127.0.0.1',
    random: systemRandom,
    clock: systemClock,
    ttlSeconds: options.ttlSeconds ?? 300,
  })
  const paid: { readonly header: string; readonly credential: MppCredential; readonly idempotencyKey: string }[] = []
  const service = await openService((request, response) => {
    if (request.url === '/sandbox') return response.end(JSON.stringify(sandbox))
    const headers = new Headers(request.headers as Record<string, string>)
    const [carried] = mppCredentials(headers)
    if (carried === undefined) {
      const network = offered.find(({ id }) => id === headers.get('payment-network')) ?? offered[0]
      if (!network) return response.writeHead(404).end()
      const terms = { price: usd(price), payTo, network, description: 'x', route: 'GET /paid', authorization }
      response.setHeader('WWW-Authenticate', [...otherChallenges, challenges.issuer(terms).issue().header])
      return response.writeHead(402).end(JSON.stringify(sandbox === undefined ? {} : { sandbox: true }))
    }
    const reading = readMppCredential(carried.text)
    if (!reading.ok || !challenges.verify(reading.credential.challenge).ok) return response.writeHead(402).end('{"code":"not_ours"}')
    const reaction = reactions[Math.min(paid.length, reactions.length - 1)] ?? answered(`0x${'ab'.repeat(32)}`)
    paid.push({ header: carried.header, credential: reading.credential, idempotencyKey: headers.get('idempotency-key') ?? '' })
    return reaction(response, reading.credential)
  })
  return { ...service, paid }
}
