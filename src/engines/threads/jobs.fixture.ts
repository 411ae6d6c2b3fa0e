import { Problem } from '../../shared/problems.ts'
import { serveThread } from './serve-thread.ts'

/** Jobs for the tests of threads. */
serveThread(async (job: string, ask) => {
  if (job === 'endless') for (;;);
  if (job === 'refuse') throw new Problem('invalid_input', 'This job is refused.', { field: 'job' })
  if (job === 'fault') throw new Error('a fault')
  if (job === 'exit') process.exit()
  if (job.startsWith('ask ')) return ask(job.slice(4))
  return job
})
