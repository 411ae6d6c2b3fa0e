import { Worker } from 'node:worker_threads'

/** How often the thread looks. */
const everyMs = 500

/**
 * A process that computes without end hears nothing, not even that its parent is gone. This thread of it looks for itself: an
 * orphan gets another parent. The environment of the thread is empty, and it holds up no orderly end.
 */
const watch = `
  const { workerData: { parent, everyMs } } = require('node:worker_threads')
  const look = () => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }
  look()
  setInterval(look, everyMs)
`

/** Kills this process when its parent has ended, whatever it is doing then. @param parent the id of the parent at the start */
export function endWithParent(parent: number): void {
  const thread = new Worker(watch, { eval: true, env: {}, workerData: { parent, everyMs }, resourceLimits: { maxOldGenerationSizeMb: 8 } })
  // Without it the process is no worse than before.
  thread.on('error', () => {})
  thread.unref()
}
