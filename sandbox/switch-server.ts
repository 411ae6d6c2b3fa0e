import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Problem, problems, type ProblemCode } from '../src/shared/problems.ts'
import type { UpstreamSwitches } from './upstream-switches.ts'

/**
 * Serves the switches over HTTP on a free loopback port, for processes that joined a world, because the stand-ins run in its owner.
 * Answers with the modes, or with 400 and the problem's code and detail.
 */
export async function serveSwitches(switches: UpstreamSwitches): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app = new Hono()
  app.get('/', async (context) => context.json(await switches.modes()))
  app.post('/', async (context) => {
    try {
      const { id, mode } = await context.req.json<{ id: string; mode: unknown }>()
      await switches.set(id, mode)
      return context.json(await switches.modes())
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { field, expected } = error.options
      return context.json({ code: error.code, detail: error.message, options: { field, expected } }, 400)
    }
  })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

/** The switches of a world that another process owns. */
export function remoteSwitches(url: string): UpstreamSwitches {
  async function ask(init: RequestInit): Promise<Record<string, string>> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(5_000) })
    const body: unknown = await response.json()
    if (response.ok) return body as Record<string, string>
    const { code, detail, options } = body as { code: string; detail: string; options: { field?: string; expected?: string } }
    if (code in problems) throw new Problem(code as ProblemCode, detail, options)
    throw new Error(`the sandbox answered ${response.status}`)
  }
  return {
    modes: () => ask({}),
    async set(id, mode) {
      await ask({ method: 'POST', body: JSON.stringify({ id, mode }) })
    },
  }
}
