/**
 * The parameters of a Payment challenge as they are sent (draft-httpauth-payment). `request` and `opaque` stay base64url text:
 * they are never decoded and encoded again, since the id covers exactly these characters. Null where absent.
 */
export interface ChallengeParams {
  readonly id: string
  readonly realm: string
  readonly method: string
  readonly intent: string
  /** Base64url of the request's canonical JSON. */
  readonly request: string
  /** RFC 3339. */
  readonly expires: string | null
  /** RFC 9530, of the request body. */
  readonly digest: string | null
  /** For display, not covered by the id. */
  readonly description: string | null
  /** The header field for the credential; null for Authorization. */
  readonly header: string | null
  /** Base64url of a flat JSON object that only the server reads. */
  readonly opaque: string | null
}

/**
 * The id that binds a challenge to the server's secret: base64url of HMAC-SHA256 over its input.
 * @param mac HMAC-SHA256 under the secret.
 */
export function challengeId(mac: (text: string) => string, params: Omit<ChallengeParams, 'id' | 'description'>): string {
  return mac(challengeIdInput(params))
}

/**
 * Seven slots in fixed order, empty where absent; another header field for the credential goes before the last slot. No slot may
 * hold a "|", or two challenges could share an input: check the form of each slot before comparing ids.
 */
export function challengeIdInput(params: Omit<ChallengeParams, 'id' | 'description'>): string {
  const { realm, method, intent, request, expires, digest, header, opaque } = params
  const chosen = header === null ? '' : `${header}|`
  return `${realm}|${method}|${intent}|${request}|${expires ?? ''}|${digest ?? ''}|${chosen}${opaque ?? ''}`
}
