import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { lines } from '../../goods/lines.ts'
import { Problem } from '../../src/shared/problems.ts'
import { testLog } from '../service-in-process.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

let service: TestService | null = null
afterEach(async () => {
  await service?.close()
  service = null
})

const lineNames = Object.keys(lines)
const settings = { BROWSER: 'off', TEXT_TOOLS: 'off' }

async function startWithout(line: string): Promise<TestService> {
  const others = lineNames.filter((other) => other !== line)
  service = await startTestService({ env: { ...settings, GOODS: others.join(',') } })
  return service
}

/** What the example of an offer is answered with; the code of the problem where it is refused. */
async function answerOf({ parts }: TestService, id: string): Promise<unknown> {
  const offer = parts.catalog.byId(id)!
  const { path = {}, query = {}, body } = offer.example
  const parsed = { path: offer.path?.parse(path) ?? {}, query: offer.query?.parse(query) ?? {}, body: offer.body?.parse(body) ?? {} }
  const context = {
    sources: parts.sources,
    chains: parts.dataChains,
    clock: parts.clock,
    caller: 'test',
    takeFreeUnit: async () => true,
    signal: AbortSignal.timeout(60_000),
    log: testLog(),
    catalog: parts.catalog,
    publicUrl: parts.publicUrl,
  }
  return offer.run(parsed, context as never).then(
    ({ body: answer }) => answer as unknown,
    (error: unknown) => {
      if (error instanceof Problem) return { code: error.code }
      throw error
    },
  )
}

/** Every word of an answer that tells its caller to go on. */
function goesAhead(answer: unknown): boolean {
  return /"action":"(go_ahead|pay)"|"advice":"pay"|"verdict":"(clear|verified)"/.test(JSON.stringify(answer))
}

/** What an offer of the catalog describes is not an answer about a subject. */
const describesOthers = new Set(['discovery', 'datasets'])

/** The offers whose example is answered so. */
async function offersThatGoAhead(started: TestService): Promise<string[]> {
  const ids = started.parts.catalog.offers.map(({ id }) => id).filter((id) => !describesOthers.has(id))
  const answers = await Promise.all(ids.map(async (id) => [id, goesAhead(await answerOf(started, id))] as const))
  return answers.flatMap(([id, ahead]) => (ahead ? [id] : []))
}

let sold: readonly string[]
/** What is cleared with all lines, or the tests below could not fail. */
const cleared = ['check-402', 'company-verify', 'wallet-score', 'token-analysis']
beforeAll(async () => {
  const all = await startTestService({ env: settings })
  sold = all.parts.catalog.offers.map(({ id }) => id)
  // Until the lists of sanctions are loaded, and while sources are slow, less is cleared.
  await vi.waitFor(async () => expect(await offersThatGoAhead(all)).toEqual(cleared), { timeout: 100_000, interval: 200 })
  await all.close()
}, 120_000)

test.each(lineNames)('without %s the service starts, sells less, and clears nothing more', async (line) => {
  const started = await startWithout(line)
  expect((await fetch(`${started.url}/readyz`)).status).toBe(200)
  const left = started.parts.catalog.offers.map(({ id }) => id)
  expect(left.filter((id) => !sold.includes(id))).toEqual([])
  expect((await offersThatGoAhead(started)).filter((id) => !cleared.includes(id))).toEqual([])
})

test('without screening a payee, a company and a wallet are never cleared', async () => {
  const started = await startWithout('screening')
  expect(await answerOf(started, 'check-402')).toMatchObject({ advice: { action: 'ask', reasons: [{ code: 'payee_not_screened' }] } })
  // By its address this token is known; nothing about it is looked up in a list.
  expect((await offersThatGoAhead(started)).filter((id) => id !== 'token-analysis')).toEqual([])
  const patience = { timeout: 60_000, interval: 200 }
  const judged = async () => expect(await answerOf(started, 'wallet-score')).toMatchObject({ recommendation: { action: 'check_first' } })
  await vi.waitFor(judged, patience)
})

test('without data the rates of currencies are missing and named, and no estimate of a sale for euro is sold', async () => {
  const started = await startWithout('data')
  expect(started.parts.catalog.byId('settlement-estimate')).toBeUndefined()
  const answer = await answerOf(started, 'market-rates')
  expect(answer).toMatchObject({
    rates: { crypto: { BTC: { usd: expect.any(String) } } },
    meta: { missing: expect.arrayContaining(['rates.fx']) },
  })
})

test('without market token analysis has not seen the pools, and says so', async () => {
  const started = await startWithout('market')
  expect(JSON.stringify(await answerOf(started, 'token-analysis'))).toContain('No source of pools is switched on here.')
})
