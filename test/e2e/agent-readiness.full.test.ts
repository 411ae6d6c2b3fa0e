import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readinessAnswer } from '../../goods/readiness/scan/readiness-answer.ts'
import { callWith, receiptOf, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  service.sandbox.addSite(new URL(service.url).host, service.url)
  account = await service.payingWallet('10')
})
afterAll(() => service?.close())

async function scan(url: string) {
  const path = `/v2/x402/agent-readiness?url=${encodeURIComponent(url)}`
  const response = await callWith(service.url + path, await signPayment(await termsOf(service.url, path), account))
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return { scanned: readinessAnswer.parse(JSON.parse(text)), response }
}

test('this service itself gets 100', async () => {
  const { scanned } = await scan(service.url)
  // How quickly a page came says as much of the machine that runs this as of the service.
  const others = scanned.checks.filter(({ id }) => id !== 'speed')
  expect(others.filter(({ status }) => status !== 'pass').map(({ id, status, evidence }) => ({ id, status, evidence }))).toEqual([
    { id: 'tls', status: 'na', evidence: expect.any(String) },
    { id: 'oauth', status: 'na', evidence: expect.any(String) },
    { id: 'web-bot-auth', status: 'na', evidence: expect.any(String) },
  ])
  const isQuick = scanned.checks.some(({ id, status }) => id === 'speed' && status === 'pass')
  expect(scanned).toMatchObject({ kind: 'api', score: isQuick ? 100 : expect.any(Number), level: 'ready', observedShare: 1 })
  expect(scanned.requestCount).toBeLessThanOrEqual(30)
  expect(scanned.checks.find(({ id }) => id === 'mcp-stateless')).toMatchObject({
    status: 'pass',
    evidence: expect.stringContaining('2026-07-28'),
  })
  expect(scanned.checks.find(({ id }) => id === 'agent-skills')).toMatchObject({
    status: 'pass',
    evidence: expect.stringContaining('farthing'),
  })
})

describe('the sites of the sandbox', () => {
  test.each([
    ['ready.example', 'api', 100],
    ['average.example', 'content', 52],
    ['single-page.example', 'content', 29],
  ])('%s', async (host, kind, score) => {
    expect((await scan(host)).scanned).toMatchObject({ url: `https://${host}`, kind, score })
  })
})

test('a site that cannot be read is not charged', async () => {
  const { scanned, response } = await scan('https://nowhere-at-all.example')
  expect(scanned.score).toBeNull()
  expect(await receiptOf(response)).toMatchObject({ reason: 'site_not_read' })
})
