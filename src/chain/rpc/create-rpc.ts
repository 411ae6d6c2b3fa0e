import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { type Reachability, type Rpc, RpcUnreachable } from '../chain.ts'
import { createReachability } from '../reachability.ts'
import { createAskEndpoint, timedOut, tooLarge } from './ask-endpoint.ts'
import type { RpcEndpoint } from './rpc-endpoint.ts'
import { createEndpoints } from './rpc-endpoints.ts'
import { createPoster, fetchPoster } from './rpc-post.ts'
import type { CallOutcome } from './rpc-reply.ts'

export interface RpcOptions {
  /** In order of preference. The next one is asked when one cannot be reached. */
  readonly urls: readonly string[]
  readonly timers: Timers
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** For logs and metrics: "base". */
  readonly network?: string
  /** Without it, the client opens its own connections. */
  readonly fetch?: typeof globalThis.fetch
  /** Time for one attempt at one node, unless a call says otherwise. */
  readonly timeoutMs?: number
  /** A node that takes longer to tell its block number counts as silent. */
  readonly probeMs?: number
  readonly maxResponseBytes?: number
  readonly batchSize?: number
  /** Told with each answer how far the clock of the node is ahead of ours, in milliseconds. */
  readonly heardTime?: (node: string, aheadMs: number) => void
}

export interface ClosableRpc extends Rpc {
  readonly reachability: Reachability
  /** Closes idle connections, after the running calls have ended. */
  close(): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
  readonly timeoutMs: number
  readonly alone: boolean
  readonly maxBytes: number | undefined
  done: boolean
  ended(): void
  resolve(result: unknown): void
  reject(reason: unknown): void
}

const sendMethod = 'eth_sendRawTransaction'
const retryDelayMs = 100
const defaultProbeMs = 700
/** If the first node has not answered a probe by then, the others are asked beside it, so that several silent ones take no longer than one. */
const probeOthersAfterMs = 250

/**
 * JSON-RPC over HTTP. Calls made in one turn of the event loop go out as one batch (several smaller ones to nodes that
 * refuse large batches). A call that finds a node unreachable goes to the next one. After the last one, a read is tried
 * once more after a short pause; sending a transaction is not, since its caller decides what to do.
 */
export function createRpc(options: RpcOptions): ClosableRpc {
  const { timers, clock, log, metrics, network = 'unknown', timeoutMs: defaultTimeoutMs = 5000 } = options
  const { maxResponseBytes = 16 * 1024 * 1024, probeMs = defaultProbeMs } = options
  const endpoints = createEndpoints(options.urls, { clock, log, network })
  const poster = options.fetch ? fetchPoster(options.fetch, maxResponseBytes) : createPoster(maxResponseBytes)
  const ask = createAskEndpoint({ poster, timers, clock, metrics, network, heardTime: options.heardTime })
  let maxBatch = options.batchSize ?? 100
  let lastId = 0
  let queue: Call[] = []
  const pending = new Set<Call>()

  function flush(): void {
    const calls = queue.filter((call) => !call.done)
    queue = []
    for (const group of groupsOf(calls)) deliverInBatches(group)
  }

  function deliverInBatches(calls: readonly Call[]): void {
    const size = maxBatch
    for (let start = 0; start < calls.length; start += size) void deliver(calls.slice(start, start + size))
  }

  async function deliver(calls: readonly Call[]): Promise<void> {
    const order = endpoints.inOrder()
    let open = calls
    let fault = ''
    for (let attempt = 0; attempt <= order.length && open.length > 0; attempt++) {
      if (attempt === order.length) {
        if (open[0]?.method === sendMethod || fault === timedOut) break
        await timers.sleep(retryDelayMs)
      }
      const result = await tryOnce(order[attempt % order.length] as RpcEndpoint, open)
      if (result === 'split') return
      fault = result.fault
      open = result.open
    }
    if (open.length > 0) reachability.failed()
    for (const call of open) finish(call, () => call.reject(new RpcUnreachable(`no RPC node answered ${call.method}: ${fault}`)))
  }

  /** Settles the calls that got an answer, and returns the others. */
  async function tryOnce(endpoint: RpcEndpoint, calls: readonly Call[]): Promise<{ open: Call[]; fault: string } | 'split'> {
    const reply = await ask(endpoint, calls, calls[0]?.timeoutMs ?? defaultTimeoutMs)
    if (reply.kind === 'batch_refused') {
      maxBatch = Math.max(1, Math.min(maxBatch, reply.limit ?? Math.floor(calls.length / 2), calls.length - 1))
      log.info({ network, node: endpoint.label, batchLimit: maxBatch }, 'RPC node takes smaller batches only')
      deliverInBatches(calls)
      return 'split'
    }
    if (reply.kind === 'fault' && reply.fault === tooLarge && calls[0]?.maxBytes !== undefined) {
      // Its caller allows less than other nodes would send too, and asks for less then.
      reachability.answered()
      for (const call of calls) finish(call, () => call.reject(new RpcUnreachable(`the answer to ${call.method} is too large`)))
      return { open: [], fault: '' }
    }
    if (reply.kind === 'fault') {
      endpoints.noteFault(endpoint, reply.fault)
      return { open: calls.filter((call) => !call.done), fault: reply.fault }
    }
    const result = settleCalls(calls, reply.outcomes)
    if (result.open.length < calls.length) reachability.answered()
    endpoints.noteFault(endpoint, result.fault)
    if (result.fault === '') endpoints.keepFirst(endpoint)
    return result
  }

  function newCall(
    method: string,
    params: readonly unknown[],
    { timeoutMs, alone, maxBytes }: Pick<Call, 'timeoutMs' | 'alone' | 'maxBytes'>,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const ended = () => void pending.delete(made)
    const made: Call = { id: ++lastId, method, params, timeoutMs, alone, maxBytes, done: false, resolve, reject, ended }
    pending.add(made)
    return { made, promise }
  }

  const call: Rpc['call'] = <T>(
    method: string,
    params: readonly unknown[],
    { signal, timeoutMs = defaultTimeoutMs, alone = false, maxBytes }: Parameters<Rpc['call']>[2] = {},
  ) => {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const { made, promise } = newCall(method, params, { timeoutMs, alone, maxBytes })
    const { reject } = made
    if (signal) {
      const abort = () => finish(made, () => reject(signal.reason))
      signal.addEventListener('abort', abort, { once: true })
      const forget = () => signal.removeEventListener('abort', abort)
      promise.then(forget, forget)
    }
    if (queue.push(made) === 1) timers.soon(flush)
    return promise as Promise<T>
  }

  async function probe(): Promise<unknown> {
    const [first, ...others] = endpoints.inOrder()
    const asked = probeNode(first as RpcEndpoint, probeMs)
    const othersMs = Math.max(1, probeMs - probeOthersAfterMs)
    const isLate = await Promise.race([
      asked.then(() => false),
      timers.sleep(Math.min(probeMs, probeOthersAfterMs)).then(() => true),
    ]).catch(() => true)
    return isLate ? Promise.any([asked, ...others.map((endpoint) => probeNode(endpoint, othersMs))]) : asked
  }

  async function probeNode(endpoint: RpcEndpoint, timeoutMs: number): Promise<unknown> {
    const { made, promise } = newCall('eth_blockNumber', [], { timeoutMs, alone: true, maxBytes: undefined })
    const reply = await tryOnce(endpoint, [made])
    if (reply === 'split' || reply.open.length > 0) finish(made, () => made.reject(new RpcUnreachable('the node did not answer a probe')))
    return promise
  }

  const reachability = createReachability({ probe, clock, timers, log, network })
  reachability.onChange((reachable) => {
    if (!reachable) giveUp()
  })

  /** No node has answered anything for a while, so whoever waits for an answer is told now, and not when its time is over. */
  function giveUp(): void {
    for (const call of pending) {
      if (call.method === sendMethod || call.timeoutMs > defaultTimeoutMs) continue
      finish(call, () => call.reject(new RpcUnreachable(`no RPC node answers ${call.method}`)))
    }
  }

  return {
    call,
    reachability,
    async close() {
      reachability.close()
      await poster.close()
    },
  }
}

/** Settles each call by its outcome. Calls without one stay open, with the fault of the last of them. */
function settleCalls(calls: readonly Call[], outcomes: readonly CallOutcome[]): { open: Call[]; fault: string } {
  const open: Call[] = []
  let fault = ''
  calls.forEach((call, at) => {
    const outcome = outcomes[at] ?? { kind: 'fault', fault: 'no answer to this call' }
    if (outcome.kind === 'result') finish(call, () => call.resolve(outcome.result))
    else if (outcome.kind === 'rejected') finish(call, () => call.reject(outcome.error))
    else if (!call.done) {
      open.push(call)
      fault = outcome.fault
    }
  })
  return { open, fault }
}

function finish(call: Call, settle: () => void): void {
  if (call.done) return
  call.done = true
  call.ended()
  settle()
}

/** Calls that may share a request: transactions never travel with reads, nor short timeouts with long ones. */
function groupsOf(calls: readonly Call[]): Call[][] {
  const byKind = Map.groupBy(calls, ({ id, method, timeoutMs, alone }) => (alone ? `alone ${id}` : `${method === sendMethod} ${timeoutMs}`))
  return [...byKind.values()]
}
