import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'

/**
 * Runs once in a worker thread, because reading and compressing 4 MB of script would block every call.
 *
 * The package contains the script for the browser as text inside of a Fastify plugin. The plugin only needs an object to register
 * its routes on; the route for the script answers with it.
 */
interface Reply {
  header(name: string, value: string): Reply
  send(body: unknown): void
}
interface Route {
  readonly url: string
  handler(request: unknown, reply: Reply): unknown
}

const routes: Route[] = []
const registry = { route: (route: Route) => routes.push(route), hasPlugin: () => false, log: { warn() {} } }
const register = scalar as unknown as (registry: unknown, options: unknown, done: () => void) => void
register(registry, { configuration: { url: '/openapi.json' } }, () => {})

let sent: unknown
const reply: Reply = {
  header: () => reply,
  send(body) {
    sent = body
  },
}
routes.find(({ url }) => url.endsWith('.js'))?.handler({}, reply)
if (typeof sent !== 'string') throw new Error('the plugin has no route for its script')

// The source map is not served.
const script = new TextEncoder().encode(sent.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
const packed = new Uint8Array(gzipSync(script, { level: 9 }))
parentPort?.postMessage({ script, packed }, [script.buffer, packed.buffer])
