import { authorizationFor, buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { decodeChargeRequest } from '../../src/payments/mpp/charge-request.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import type { Connections } from './closed-loop.ts'
import { requestText } from './http-connection.ts'
import type { Payer } from './payers.ts'
import { networkOf } from './x402-payments.ts'

/** Paid requests by MPP: a challenge is fetched for each, since its hash is the nonce that is signed. */
export async function mppRequests(
  connections: Connections,
  path: string,
  count: number,
  payer: (index: number) => Payer,
): Promise<string[]> {
  const replies = await connections.collect(count, () => requestText(path))
  return replies.map(({ head }, index) => requestText(path, { Authorization: credential(head, payer(index)) }))
}

function credential(head: string, payer: Payer): string {
  const [challenge] = parsePaymentChallenges(/\r\nwww-authenticate: *([^\r]+)/i.exec(head)?.[1] ?? '')
  const request = challenge && decodeChargeRequest(challenge.request)
  if (!challenge || !request?.ok) throw new Error('expected a challenge of MPP')
  const { chainId } = request.request
  const latest = Math.floor(Date.now() / 1000) + 3_000
  const { from: _, ...transfer } = authorizationFor(challenge, request.request, { from: payer.address, latest })
  return buildMppCredential(
    challenge,
    { type: 'authorization', authorization: payer.sign(networkOf(`eip155:${chainId}`), transfer) },
    chainId,
  )
}
