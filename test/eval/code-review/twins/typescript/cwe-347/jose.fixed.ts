import * as jose from 'jose'

const keys = jose.createRemoteJWKSet(new URL('https://id.acme.io/jwks.json'))

export async function subjectOf(token: string): Promise<string | undefined> {
  const { payload } = await jose.jwtVerify(token, keys, { issuer: 'https://id.acme.io' })
  return payload.sub
}
