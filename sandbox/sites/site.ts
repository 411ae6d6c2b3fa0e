import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** What a site of the sandbox answers at one path. */
export interface SiteReply {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Milliseconds before it answers. */
  readonly waitMs?: number
}

export interface SiteRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A reply, or how to make one; `raw` handles the connection itself. */
export type SitePage =
  | SiteReply
  | ((request: SiteRequest) => SiteReply)
  | { readonly raw: (request: IncomingMessage, response: ServerResponse) => void }

/** A site: its pages by path, and what every other path answers. */
export interface Site {
  readonly host: string
  readonly pages: Readonly<Record<string, SitePage>>
  readonly otherwise: SitePage
}

export const html = (body: string, more: Partial<SiteReply> = {}): SiteReply => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>\n<html>${body}</html>`,
  ...more,
})
export const json = (value: unknown, more: Partial<SiteReply> = {}): SiteReply => ({
  type: 'application/json',
  body: JSON.stringify(value),
  ...more,
})
export const plain = (body: string, more: Partial<SiteReply> = {}): SiteReply => ({ type: 'text/plain; charset=utf-8', body, ...more })
export const missing: SiteReply = html('<title>Not found</title>', { status: 404 })
