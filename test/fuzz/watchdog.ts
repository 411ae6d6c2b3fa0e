import { Worker } from 'node:worker_threads'

/** An input that blocks the thread for this long counts as one that never ends. */
const maxMs = 20_000

/**
 * Runs in a second thread: when the main thread hangs, it prints the case and ends the process. A test that is stuck in a regular
 * expression never sees its own time-out.
 */
const watching = `
const { parentPort, workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const { state, maxMs } = workerData
let name = ''
parentPort.on('message', (message) => { name = message })
let seen = -1
let since = Date.now()
setInterval(() => {
  const now = Atomics.load(state, 0)
  if (now !== seen || now < 0) { seen = now; since = Date.now(); return }
  if (Date.now() - since < maxMs) return
  writeSync(2, name + ': case ' + now + ' of seed ' + (Atomics.load(state, 1) >>> 0) + ' never ends\\n')
  process.kill(process.pid, 'SIGKILL')
}, 500)
`

const state = new Int32Array(new SharedArrayBuffer(8)).fill(-1)
let worker: Worker | undefined

/** Starts to watch the cases of a run. */
export function watch(name: string, seed: number): void {
  worker ??= startWatching()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  worker.postMessage(name)
  Atomics.store(state, 1, seed)
}

/** Sets the case that is running; -1 for none. */
export function nowAt(index: number): void {
  Atomics.store(state, 0, index)
}

function startWatching(): Worker {
  const started = new Worker(watching, { eval: true, workerData: { state, maxMs } })
  started.unref()
  return started
}
