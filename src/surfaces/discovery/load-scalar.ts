import { Worker } from 'node:worker_threads'
import { isInstalled } from '../../shared/is-installed.ts'

/** Scalar's script for the browser, plain and compressed by gzip. */
export interface ScalarScript {
  readonly script: Uint8Array
  readonly packed: Uint8Array
}

/** The page is an optional part of an installation. */
export const isScalarInstalled = (): boolean => isInstalled('@scalar/fastify-api-reference')

/** Reads the script in a worker thread, which ends afterwards. Takes about a second. */
export function loadScalar(): Promise<ScalarScript> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./scalar-worker.ts', import.meta.url))
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread that reads Scalar exited with ${code}`)))
    worker.unref()
  })
}
