/** The prefix makes browsers take the cookie only with `Secure`, for this host alone, and from no other path. */
const name = '__Host-operator'

/** Only sent to this service, by no page of others, and read by no script. It ends with the browser. */
export function sessionCookie(id: string): string {
  return `${name}=${id}; Path=/; Secure; HttpOnly; SameSite=Strict`
}

export const noSessionCookie = `${name}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`

/** The id in the header; null where there is none. */
export function sessionIdIn(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return value
  }
  return null
}
