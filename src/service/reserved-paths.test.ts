import { expect, test } from 'vitest'
import { isReservedPath } from '../offers/reserved-paths.ts'
import { startTestService } from '../../test/start-test-service.ts'
import { createApp } from './app.ts'

test('every path at which the service itself answers is reserved, so that no offer can be there', async () => {
  const service = await startTestService()
  const paths = createApp(service.parts, () => new Response()).routes.map(({ path }) => path)
  await service.close()
  expect(paths.length).toBeGreaterThan(40)
  expect([...new Set(paths)].filter((path) => path !== '/*' && !isReservedPath(path))).toEqual([])
})

test('paths of offers are not reserved', () => {
  for (const path of ['/v1', '/v1/receipt', '/v1/market/price/BTC', '/tides/brest', '/statuses', '/x/.well-known', '/{city}', '/{+path}'])
    expect(isReservedPath(path), path).toBe(false)
})

test('everything below a reserved folder is reserved', () => {
  for (const path of ['/.well-known/anything', '/mcp', '/mcp/', '/examples/x/y', '/v1/receipts', '/v1/receipts/', '/v1/receipts/1/2'])
    expect(isReservedPath(path), path).toBe(true)
})
