import { expect, test } from 'vitest'
import { listenForMetrics } from './listen-metrics.ts'

test('metrics have an address of their own, with nothing else on it', async () => {
  let text = () => Promise.resolve('farthing_up 1\n')
  const listener = await listenForMetrics('127.0.0.1', 0, () => text())
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${listener.port}${path}`, { method })
  const answer = await ask('/metrics')
  expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
    200,
    'farthing_up 1\n',
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect((await ask('/status')).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(404)
  text = () => Promise.reject(new Error('a worker is gone'))
  const failed = await ask('/metrics')
  expect([failed.status, await failed.text()]).toEqual([503, ''])
  await listener.close()
})
