import { serveJobs } from '../../../src/goods/kit/worker-side.ts'
import type { Encoders } from './encoder.ts'
import { loadEncoders, readModels } from './load-encoders.ts'
import { ModelFault } from './model-fault.ts'

/** Makes this process a worker with encoders, which are loaded and tried first. */
export function serveTextJobs(jobs: Readonly<Record<string, (input: never, encoders: Encoders) => Promise<unknown>>>): Promise<void> {
  return serveJobs(jobs, openEncoders, (error) => (error instanceof ModelFault ? error.message : null))
}

async function openEncoders(): Promise<Encoders> {
  const encoders = await loadEncoders(await readModels(process.argv[2] ?? ''))
  await encoders.pairs.score([['one', 'two']])
  await encoders.sentiment.score(['one'])
  await encoders.sentences.score(['one'])
  return encoders
}
