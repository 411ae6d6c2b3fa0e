import { Problem, problem } from '../../shared/problems.ts'
import { serveThread } from './serve-thread.ts'

const noSuchTide = problem({ code: 'no_such_tide', decidedBy: 'caller', status: 404, title: 'No such tide', fix: 'Name another port.' })

/** Jobs for the tests of threads. */
serveThread(async (job: string, ask) => {
  if (job === 'endless') for (;;);
  if (job === 'refuse') throw new Problem('invalid_input', 'This job is refused.', { field: 'job' })
  if (job === 'refuse by a problem of goods') throw new Problem(noSuchTide, 'There is no tide here.')
  if (job === 'fault') throw new Error('a fault')
  if (job === 'exit') process.exit()
  if (job.startsWith('ask ')) return ask(job.slice(4))
  return job
})
