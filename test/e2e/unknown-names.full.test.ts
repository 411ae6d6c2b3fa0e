import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'

const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

let service: TestService
beforeAll(async () => {
  // The hour must not end within a test.
  const at = Date.now()
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1/32' }, clock: { now: () => at } })
})
afterAll(() => service?.close())

const scoreOf = async (name: string, client: string) => {
  const response = await fetch(`${service.url}/v1/agent/tier/${name}`, { headers: { 'X-Forwarded-For': client } })
  await response.body?.cancel()
  return response.status
}

/** How often the node of Ethereum is asked for a name while `act` runs. */
async function lookUpsDuring(act: () => Promise<void>): Promise<number> {
  const call = vi.spyOn(service.chain('eip155:1').rpc, 'call')
  try {
    await act()
    return call.mock.calls.filter(([, [asked]]) => (asked as { to?: string } | undefined)?.to === universalResolver).length
  } finally {
    call.mockRestore()
  }
}

test('300 unknown names from one address cost 55 questions to a node, and the caller beside it gets its answer', async () => {
  const lookUps = await lookUpsDuring(async () => {
    const statuses: number[] = []
    for (let name = 0; name < 300; name++) statuses.push(await scoreOf(`nobody-has-this-${name}.eth`, '198.51.100.66'))
    expect(statuses.filter((status) => status === 404)).toHaveLength(55)
    expect(statuses.filter((status) => status === 402)).toHaveLength(245)
  })
  // Free calls of a day, and the failed calls of an hour that give theirs back.
  expect(lookUps).toBe(25 + 30)
  expect(await scoreOf('farthing-harbour.eth', '198.51.100.7')).toBe(200)
})

test('the same unknown name is asked for once', async () => {
  const lookUps = await lookUpsDuring(async () => {
    for (let call = 0; call < 10; call++) expect(await scoreOf('nobody-has-this-at-all.eth', '198.51.100.8')).toBe(404)
  })
  expect(lookUps).toBe(1)
})
