import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Copies what is in the WAL into the database, on a connection and a thread of its own, whenever it is asked to. */
const database = new DatabaseSync(workerData as string, { timeout: 0 })
// This connection writes only what the other one has committed already.
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort!.on('message', () => parentPort!.postMessage(checkpoint.get()))
