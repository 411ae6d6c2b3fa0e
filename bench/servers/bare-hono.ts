import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { served, serverInput } from '../harness/served.ts'

/** A route that always sends the same bytes, from a string as most routes do, or from bytes. */
export interface BareInput {
  readonly from: 'text' | 'bytes'
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const { from, path, status, headers, body: text } = serverInput() as BareInput
const body = from === 'text' ? text : new TextEncoder().encode(text)
const app = new Hono()
app.get(path, () => new Response(body, { status, headers }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => served(port))
