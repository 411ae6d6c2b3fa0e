import { expect, test } from 'vitest'
import { createMetrics } from '../../ops/metrics.ts'
import { mergeMetrics } from './merge-metrics.ts'

async function textOf(worker: string, calls: number): Promise<string> {
  const { metrics, text } = createMetrics({ labels: { worker } })
  metrics.counter('calls_total', 'Calls by result.', ['result']).add({ result: 'paid' }, calls)
  metrics.histogram('call_seconds', 'How long calls take.', [], [1]).observe(0.5)
  if (worker === '2') metrics.gauge('only_there', 'Of one alone.').set(7)
  return text()
}

test('each metric appears once, with the samples of all', async () => {
  const merged = mergeMetrics([await textOf('1', 3), await textOf('2', 4)])
  expect(merged).toBe(
    [
      '# HELP calls_total Calls by result.',
      '# TYPE calls_total counter',
      'calls_total{result="paid",worker="1"} 3',
      'calls_total{result="paid",worker="2"} 4',
      '# HELP call_seconds How long calls take.',
      '# TYPE call_seconds histogram',
      'call_seconds_bucket{le="1",worker="1"} 1',
      'call_seconds_bucket{le="+Inf",worker="1"} 1',
      'call_seconds_sum{worker="1"} 0.5',
      'call_seconds_count{worker="1"} 1',
      'call_seconds_bucket{le="1",worker="2"} 1',
      'call_seconds_bucket{le="+Inf",worker="2"} 1',
      'call_seconds_sum{worker="2"} 0.5',
      'call_seconds_count{worker="2"} 1',
      '# HELP only_there Of one alone.',
      '# TYPE only_there gauge',
      'only_there{worker="2"} 7',
      '',
    ].join('\n'),
  )
})

test('one text is left as it is', async () => {
  const text = await textOf('2', 1)
  expect(mergeMetrics([text]).split('\n').toSorted()).toEqual(text.split('\n').filter(Boolean).concat('').toSorted())
})
