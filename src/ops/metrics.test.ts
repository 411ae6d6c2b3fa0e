import { describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

describe('the metrics', () => {
  test('come out as Prometheus text', async () => {
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

  test('one name is one instrument, and never one of another kind', async () => {
    const { metrics, text } = createMetrics()
    metrics.counter('farthing_calls_total', 'Calls.').add()
    metrics.counter('farthing_calls_total', 'Calls.').add()
    expect(await text()).toContain('farthing_calls_total 2')
    expect(() => metrics.gauge('farthing_calls_total', 'Calls.')).toThrow('another kind')
  })

  test('two registries do not mix', async () => {
    const one = createMetrics()
    const other = createMetrics({ process: true })
    one.metrics.counter('farthing_calls_total', 'Calls.').add()
    expect(await other.text()).not.toContain('farthing_calls_total')
    expect(await other.text()).toContain('process_cpu_seconds_total')
  })
})
