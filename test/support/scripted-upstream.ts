import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the API got it. */
export interface AskedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** An API of somebody else, for offers of a file: each test says how it behaves. */
export interface ScriptedUpstream {
  readonly url: string
  readonly asked: AskedRequest[]
  /** By the last segment of the path; others get JSON with the number of the request. */
  readonly behaviours: Map<string, Behaviour>
  /** How often a last segment was asked for. */
  timesAsked(segment: string): number
  close(): Promise<void>
}

export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const asked: AskedRequest[] = []
  const behaviours = new Map<string, Behaviour>()
  const lastOf = (url: string) => new URL(url, 'http://upstream').pathname.split('/').at(-1) ?? ''
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, url, headers })
    const behave = behaviours.get(lastOf(url))
    if (behave) return behave(request, response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{ "number": ${asked.length} }`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behaviours,
    timesAsked: (segment) => asked.filter(({ url }) => lastOf(url) === segment).length,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
