import { commonHeaders } from '../http/headers.ts'
import { pagePolicy } from './policy.ts'

/** The headers of a page that is made for one request. Caches keep none, and its other forms are told apart by `Accept`. */
export function pageHeaders(publicUrl: string): Record<string, string> {
  return {
    ...commonHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy(publicUrl),
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  }
}

export function pageResponse(body: string, publicUrl: string, status = 200): Response {
  return new Response(body, { status, headers: pageHeaders(publicUrl) })
}
