import type { StandInRequest as Asked, StandInReply as Reply } from '../../../../src/goods/kit/stand-ins.ts'

/**
 * Long documents by path that change once a day. They are made on the first request, have an entity tag, and are not sent again to a
 * client that has them.
 */
export function keptByDay(
  documents: Readonly<Record<string, (day: string) => string | Uint8Array>>,
): (asked: Asked, contentType: string, day: string) => Reply | null {
  const made = new Map<string, string | Uint8Array>()
  return ({ url, ifNoneMatch }, contentType, day): Reply | null => {
    const make = documents[url.pathname]
    if (!make) return null
    const etag = `"${day}${url.pathname.length}"`
    if (ifNoneMatch === etag) return { status: 304, contentType, body: '', headers: { etag } }
    const key = `${url.pathname} ${day}`
    const body = made.get(key) ?? make(day)
    if (made.size > 8) made.clear()
    made.set(key, body)
    return { status: 200, contentType, body, headers: { etag, 'last-modified': new Date(`${day}T02:00:00Z`).toUTCString() } }
  }
}
