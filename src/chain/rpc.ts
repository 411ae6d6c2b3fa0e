import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import { type Rpc, RpcUnreachable } from './chain.ts'
import { type Endpoint, parseEndpoints } from './rpc-endpoint.ts'
import { createPoster, fetchPoster } from './rpc-post.ts'
import { readReply, type Reply } from './rpc-reply.ts'

export interface RpcOptions {
  /** In order of preference. The next one is asked when one can't be reached. */
  readonly urls: readonly string[]
  readonly timers: Timers
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** For logs and metrics: "base". */
  readonly network?: string
  /** Connections of our own when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** Time for one attempt at one node, unless a call says otherwise. */
  readonly timeoutMs?: number
  readonly maxResponseBytes?: number
  readonly batchSize?: number
}

export interface ClosableRpc extends Rpc {
  /** Closes idle connections; calls that are under way end first. */
  close(): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
  readonly timeoutMs: number
  readonly alone: boolean
  done: boolean
  resolve(result: unknown): void
  reject(reason: unknown): void
}

const sendMethod = 'eth_sendRawTransaction'
const retryDelayMs = 100
/** How long a node that stood in for a better one stays in front. */
const failoverMs = 30_000
const timedOut = 'timed out'

/**
 * JSON-RPC over HTTP. What is called in one turn of the event loop goes out as one batch (smaller ones to nodes that
 * refuse large ones). A call that finds a node unreachable is tried at the next one; a read is tried once more, after a
 * short pause, at the end; sending a transaction is not, since its caller decides what to do about it.
 */
export function createRpc(options: RpcOptions): ClosableRpc {
  const {
    timers,
    clock,
    log,
    metrics,
    network = 'unknown',
    timeoutMs: defaultTimeoutMs = 5000,
    maxResponseBytes = 16 * 1024 * 1024,
  } = options
  const endpoints = parseEndpoints(options.urls)
  const poster = options.fetch ? fetchPoster(options.fetch, maxResponseBytes) : createPoster(maxResponseBytes)
  const requests = metrics.counter('farthing_rpc_requests_total', 'HTTP requests to RPC nodes', ['network', 'outcome'])
  const seconds = metrics.histogram('farthing_rpc_request_seconds', 'Time of HTTP requests to RPC nodes', ['network'])

  const down = new Set<Endpoint>()
  let preferred = 0
  let preferredUntil = 0
  let batchLimit = options.batchSize ?? 100
  let lastId = 0
  let queue: Call[] = []

  function flush(): void {
    const calls = queue.filter((call) => !call.done)
    queue = []
    for (const group of groups(calls)) {
      for (let start = 0; start < group.length; start += batchLimit) void deliver(group.slice(start, start + batchLimit))
    }
  }

  async function deliver(calls: readonly Call[]): Promise<void> {
    const order = endpointOrder()
    let open = calls
    let fault = ''
    for (let attempt = 0; attempt <= order.length && open.length > 0; attempt++) {
      if (attempt === order.length) {
        if (open[0]?.method === sendMethod || fault === timedOut) break
        await timers.sleep(retryDelayMs)
      }
      const index = order[attempt % order.length] ?? 0
      const result = await tryOnce(index, open)
      if (result === 'split') return
      fault = result.fault
      open = result.open
    }
    for (const call of open) finish(call, () => call.reject(new RpcUnreachable(`no RPC node answered ${call.method}: ${fault}`)))
  }

  /** Settles the calls that got an answer; gives back those that did not. */
  async function tryOnce(index: number, calls: readonly Call[]): Promise<{ open: Call[]; fault: string } | 'split'> {
    const endpoint = endpoints[index] as Endpoint
    const reply = await ask(endpoint, calls)
    if (reply.kind === 'batch_refused') {
      batchLimit = Math.max(1, Math.min(batchLimit, Math.floor(calls.length / 2)))
      log.info({ network, node: endpoint.label, batchLimit }, 'RPC node takes smaller batches only')
      for (let start = 0; start < calls.length; start += batchLimit) void deliver(calls.slice(start, start + batchLimit))
      return 'split'
    }
    if (reply.kind === 'fault') {
      note(endpoint, reply.fault)
      return { open: calls.filter((call) => !call.done), fault: reply.fault }
    }
    const open: Call[] = []
    let fault = ''
    calls.forEach((call, at) => {
      const outcome = reply.outcomes[at] ?? { kind: 'fault', fault: 'no answer to this call' }
      if (outcome.kind === 'result') finish(call, () => call.resolve(outcome.result))
      else if (outcome.kind === 'rejected') finish(call, () => call.reject(outcome.error))
      else if (!call.done) {
        open.push(call)
        fault = outcome.fault
      }
    })
    note(endpoint, fault)
    if (fault === '') stayWith(index)
    return { open, fault }
  }

  async function ask(endpoint: Endpoint, calls: readonly Call[]): Promise<Reply> {
    const bodies = calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
    const abort = new AbortController()
    const cancel = timers.after(calls[0]?.timeoutMs ?? defaultTimeoutMs, () => abort.abort())
    const startedAt = clock.now()
    let reply: Reply
    try {
      const posted = await poster.post(endpoint, JSON.stringify(bodies.length === 1 ? bodies[0] : bodies), abort.signal)
      reply = readReply(
        posted,
        calls.map(({ id }) => id),
        endpoint.scrub,
      )
    } catch (error) {
      reply = { kind: 'fault', fault: abort.signal.aborted ? timedOut : faultOf(error) }
    } finally {
      cancel()
    }
    requests.add({ network, outcome: reply.kind })
    seconds.observe((clock.now() - startedAt) / 1000, { network })
    return reply
  }

  function endpointOrder(): number[] {
    const first = clock.now() < preferredUntil ? preferred : 0
    return endpoints.map((_, at) => (first + at) % endpoints.length)
  }

  function stayWith(index: number): void {
    if (clock.now() < preferredUntil && index === preferred) return
    preferred = index
    preferredUntil = index === 0 ? 0 : clock.now() + failoverMs
  }

  /** Logs only when a node's state changes. */
  function note(endpoint: Endpoint, fault: string): void {
    if (fault !== '' && !down.has(endpoint)) {
      down.add(endpoint)
      log.warn({ network, node: endpoint.label, fault }, 'RPC node unreachable')
    } else if (fault === '' && down.delete(endpoint)) {
      log.info({ network, node: endpoint.label }, 'RPC node answers again')
    }
  }

  return {
    call<T>(
      method: string,
      params: readonly unknown[],
      { signal, timeoutMs = defaultTimeoutMs, alone = false }: { signal?: AbortSignal; timeoutMs?: number; alone?: boolean } = {},
    ) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const call: Call = { id: ++lastId, method, params, timeoutMs, alone, done: false, resolve, reject }
      if (signal) {
        const abort = () => finish(call, () => reject(signal.reason))
        signal.addEventListener('abort', abort, { once: true })
        const forget = () => signal.removeEventListener('abort', abort)
        promise.then(forget, forget)
      }
      if (queue.push(call) === 1) timers.soon(flush)
      return promise as Promise<T>
    },
    close: () => poster.close(),
  }
}

function finish(call: Call, settle: () => void): void {
  if (call.done) return
  call.done = true
  settle()
}

/** Calls that may travel together: transactions never share a request with reads, nor short time-outs with long ones. */
function groups(calls: readonly Call[]): Call[][] {
  const byKind = Map.groupBy(calls, ({ id, method, timeoutMs, alone }) => (alone ? `alone ${id}` : `${method === sendMethod} ${timeoutMs}`))
  return [...byKind.values()]
}

/** A few words that name the kind of failure and nothing of the URL. */
function faultOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const known = typeof code === 'string' ? code : cause?.code
  if (known === 'ANSWER_TOO_LARGE') return 'answer too large'
  return typeof known === 'string' && /^[A-Z0-9_]{3,40}$/.test(known) ? known : 'connection failed'
}
