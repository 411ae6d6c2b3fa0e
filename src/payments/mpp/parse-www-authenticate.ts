import { parseAuthHeader, type AuthScheme } from './auth-header.ts'
import type { ChallengeParams } from './challenge-params.ts'

/** Longest WWW-Authenticate and most challenges that a payer reads. */
const maxHeader = 32_768
const maxChallenges = 16

/**
 * The Payment challenges of a WWW-Authenticate value, in the server's order; other schemes are ignored. A challenge that lacks a
 * parameter, or has one twice, is left out. Never throws.
 */
export function parsePaymentChallenges(header: string): ChallengeParams[] {
  if (header.length > maxHeader) return []
  return parseAuthHeader(header)
    .filter(({ scheme, broken }) => scheme.toLowerCase() === 'payment' && !broken)
    .slice(0, maxChallenges)
    .flatMap(readParams)
}

function readParams({ params }: AuthScheme): ChallengeParams[] {
  const [id, realm, method, intent, request] = ['id', 'realm', 'method', 'intent', 'request'].map((name) => params.get(name))
  if (!id || realm === undefined || !method || !intent || !request) return []
  const header = params.get('header') || null
  return [
    {
      id,
      realm,
      method,
      intent,
      request,
      expires: params.get('expires') || null,
      digest: params.get('digest') || null,
      description: params.get('description') || null,
      header: header?.toLowerCase() === 'authorization' ? null : header,
      opaque: params.get('opaque') || null,
    },
  ]
}
