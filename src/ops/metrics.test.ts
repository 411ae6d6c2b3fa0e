import { describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

describe('the metrics', () => {
  test('are written as Prometheus text', async () => {
    const { metrics, text, contentType } = createMetrics()
    metrics.counter('farthing_payments_total', 'Payments by state.', ['state']).add({ state: 'settled' }, 3)
    metrics.gauge('farthing_queue', 'Waiting.').set(7)
    metrics.histogram('farthing_run_seconds', 'Runs.', ['offer'], [0.1, 1]).observe(0.5, { offer: 'market-price' })
    expect(contentType).toContain('text/plain')
    expect((await text()).split('\n')).toEqual(
      expect.arrayContaining([
        '# HELP farthing_payments_total Payments by state.',
        'farthing_payments_total{state="settled"} 3',
        'farthing_queue 7',
        'farthing_run_seconds_bucket{le="0.1",offer="market-price"} 0',
        'farthing_run_seconds_bucket{le="1",offer="market-price"} 1',
      ]),
    )
  })

  test('one name is one instrument of one kind', async () => {
    const { metrics, text } = createMetrics()
    metrics.counter('farthing_calls_total', 'Calls.').add()
    metrics.counter('farthing_calls_total', 'Calls.').add()
    expect(await text()).toContain('farthing_calls_total 2')
    expect(() => metrics.gauge('farthing_calls_total', 'Calls.')).toThrow('another kind')
  })

  test('are exact at every reading, also while values are buffered', async () => {
    const { metrics, text } = createMetrics()
    const calls = metrics.counter('farthing_calls_total', 'Calls.', ['offer', 'outcome'])
    const seconds = metrics.histogram('farthing_call_seconds', 'Time.', ['offer'], [1])
    for (let call = 0; call < 1_000; call++) {
      calls.add({ outcome: call % 4 === 0 ? 'answer' : 'problem', offer: 'a' })
      seconds.observe(call % 2 === 0 ? 0.5 : 2, { offer: 'a' })
    }
    calls.add({ offer: 'b', outcome: 'answer' }, 2.5)
    calls.add({ offer: 'c', outcome: 'answer' }, 0)
    const read = async () => (await text()).split('\n').filter((line) => /^\w/.test(line))
    expect(await read()).toEqual([
      'farthing_calls_total{outcome="answer",offer="a"} 250',
      'farthing_calls_total{outcome="problem",offer="a"} 750',
      'farthing_calls_total{offer="b",outcome="answer"} 2.5',
      'farthing_calls_total{offer="c",outcome="answer"} 0',
      'farthing_call_seconds_bucket{le="1",offer="a"} 500',
      'farthing_call_seconds_bucket{le="+Inf",offer="a"} 1000',
      'farthing_call_seconds_sum{offer="a"} 1250',
      'farthing_call_seconds_count{offer="a"} 1000',
    ])
    calls.add({ offer: 'b', outcome: 'answer' })
    expect(await read()).toContain('farthing_calls_total{offer="b",outcome="answer"} 3.5')
    expect(await read()).toContain('farthing_calls_total{offer="b",outcome="answer"} 3.5')
  })

  test('refuse undeclared labels and values that are not numbers', () => {
    const { metrics } = createMetrics()
    const calls = metrics.counter('farthing_calls_total', 'Calls.', ['offer'])
    const seconds = metrics.histogram('farthing_call_seconds', 'Time.', ['offer'])
    expect(() => calls.add({ of: 'a' })).toThrow('of')
    for (let round = 0; round < 2; round++) {
      expect(() => calls.add({ offer: 'a' }, -1)).toThrow('decrease')
      expect(() => seconds.observe(Number.NaN, { offer: 'a' })).toThrow('not a valid number')
      calls.add({ offer: 'a' })
      seconds.observe(1, { offer: 'a' })
    }
  })

  test('two registries do not mix', async () => {
    const one = createMetrics()
    const other = createMetrics({ process: true })
    one.metrics.counter('farthing_calls_total', 'Calls.').add()
    expect(await other.text()).not.toContain('farthing_calls_total')
    expect(await other.text()).toContain('process_cpu_seconds_total')
  })
})
