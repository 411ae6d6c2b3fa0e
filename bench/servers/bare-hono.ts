import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { served, serverInput } from '../harness/served.ts'

/** A route that sends the same bytes to everybody. */
export interface BareInput {
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const { path, status, headers, body } = serverInput() as BareInput
const app = new Hono()
app.get(path, () => new Response(body, { status, headers }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => served(port))
