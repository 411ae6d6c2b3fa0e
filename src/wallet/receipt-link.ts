import type { UpstreamResponse } from '../net/exchange.ts'
import { parseObject } from './parse-object.ts'
import type { SendRequest } from './send-request.ts'

/** The address of the receipt in a Link header (RFC 8288), or null. */
export function receiptLink(answer: UpstreamResponse, service: URL): string | null {
  for (const [, target = '', parameters = ''] of (answer.header('link') ?? '').matchAll(/<([^<>]{1,2000})>([^<>]{0,500})/g)) {
    if (/;\s*rel="?(?:[^"]*\s)?receipt(?:\s[^"]*)?"?(?:[;,]|\s*$)/i.test(parameters) && URL.canParse(target, service.href))
      return new URL(target, service).href
  }
  return null
}

/** What the receipt says now; null when it can't be read. Only the service that was called is asked for it. */
export async function readReceipt(send: SendRequest, link: string, service: URL): Promise<Readonly<Record<string, unknown>> | null> {
  const url = new URL(link)
  if (url.origin !== service.origin) return null
  try {
    const answer = await send(url, { method: 'GET', headers: { accept: 'application/json' }, timeoutMs: 10_000, maxBytes: 65_536 })
    return answer.status === 200 ? parseObject(answer.body) : null
  } catch {
    return null
  }
}
