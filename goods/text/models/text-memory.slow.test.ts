import { expect, test } from 'vitest'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics, type Metrics } from '../../../src/shared/metrics.ts'
import { modelDirectory } from './model-directory.ts'
import { modelsHere } from './models.fixture.ts'
import { openTextEngines } from './open-text-engines.ts'
import { ourselves } from '../../../src/shared/caller.ts'

const calls = 5_000
const { signal } = new AbortController()
const sentence = 'The committee published its report on the price of electricity, which rose by 12 % in 2019.'
const megabyte = 1_000_000

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

test.runIf(modelsHere)('the memory of the service and of a worker stays as it is over 5,000 calls', async () => {
  const worker: number[] = []
  const starts: string[] = []
  const metrics: Metrics = {
    ...silentMetrics,
    gauge: (name) => ({ set: (value: number) => void (name === 'farthing_text_worker_bytes' && worker.push(value)) }),
    counter: (name) => ({ add: () => void (name === 'farthing_text_worker_starts_total' && starts.push(name)) }),
  }
  const engines = await openTextEngines(
    { directory: modelDirectory, maxWorkers: 1, maxWaiting: 100, maxFreeWaiting: 20, jobMs: 60_000, maxMemoryMb: 700, idleMs: 60_000 },
    { clock: systemClock, timers: systemTimers, log: silentLog, metrics },
  )
  if (!engines) throw new Error('the engines did not open')
  const own: number[] = []
  const jobs = [
    (text: string) => engines.run('checkClaim', { claim: text, source: `${text} ${sentence}` }, { caller: ourselves, signal }),
    (text: string) => engines.run('measureSentiment', { text, language: 'en' }, { caller: ourselves, signal }),
    (text: string) => engines.run('measureSentiment', { text, language: 'es' }, { caller: ourselves, signal }),
    (text: string) =>
      engines.run('summarize', { text: `${text} ${text}`, length: { sentences: 1 }, style: 'paragraph' }, { caller: ourselves, signal }),
    (text: string) => engines.run('detectSource', { text }, { caller: ourselves, signal }),
  ]
  try {
    for (let call = 0; call < calls; call += 1) {
      await jobs[call % jobs.length]?.(`${sentence} This is number ${call}.`)
      own.push(process.memoryUsage.rss())
    }
  } finally {
    await engines.close()
  }
  expect(starts).toHaveLength(1)
  for (const [who, values] of Object.entries({ worker, service: own })) {
    const [early, late] = [median(values.slice(1_000, 1_500)), median(values.slice(-500))]
    console.log(`${who}: ${Math.round(early / megabyte)} MB after 1,250 calls, ${Math.round(late / megabyte)} MB after ${calls - 250}`)
    expect(late, who).toBeLessThan(early * 1.1 + 10 * megabyte)
  }
})
