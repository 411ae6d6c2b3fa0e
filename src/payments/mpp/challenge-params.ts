/**
 * The parameters of a Payment challenge as they stand on the wire (draft-httpauth-payment): `request` and `opaque` are
 * base64url text, never decoded and encoded again, since the id covers exactly these characters. Null where absent.
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
  /** Field in which the credential is wanted; null for Authorization. */
  readonly header: string | null
  /** Base64url of a flat JSON object, the server's own. */
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
 * Seven slots in fixed order, empty where absent; a credential field of its own choice goes before the last one. No slot may
 * hold a "|", or two challenges could share an input: see that each has its form before comparing.
 */
export function challengeIdInput(params: Omit<ChallengeParams, 'id' | 'description'>): string {
  const { realm, method, intent, request, expires, digest, header, opaque } = params
  const chosen = header === null ? '' : `${header}|`
  return `${realm}|${method}|${intent}|${request}|${expires ?? ''}|${digest ?? ''}|${chosen}${opaque ?? ''}`
}
