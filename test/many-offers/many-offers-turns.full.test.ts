import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
import { longestTurn } from '../support/longest-turn.ts'
import { documentsOfOffers } from './documents-of-offers.ts'
import { generatedOffers } from './generated-offers.ts'

/** Milliseconds of processor time that callers may have to wait for one turn of the event loop. */
const maxTurnMs = 20

/** Each figure is the least of so many: other work of this process, such as collecting garbage, only adds to it. */
const tries = 4

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => service?.close())

test('two hundred offers are taken over, and each of their documents is made, without holding up the event loop', async () => {
  const least = new Map<string, { turnMs: number; wholeMs: number; bytes: number }>()
  const measure = async (what: string, run: () => Promise<number>) => {
    let bytes = 0
    const from = performance.now()
    const turnMs = await longestTurn(async () => (bytes = await run()))
    const found = { turnMs, wholeMs: performance.now() - from, bytes }
    if ((least.get(what)?.turnMs ?? Number.POSITIVE_INFINITY) > turnMs) least.set(what, found)
  }
  const offers = [...service.parts.builtInOffers, ...generatedOffers(200 - service.parts.catalog.offers.length)]
  for (let round = 0; round < tries; round++) {
    // Each list of offers has documents of its own.
    await measure('another list of offers', async () => {
      await service.parts.replaceOffers(offers)
      return 0
    })
    for (const [path] of documentsOfOffers)
      await measure(path, async () => Buffer.byteLength(await (await fetch(service.url + path)).text()))
  }
  for (const [what, { turnMs, wholeMs, bytes }] of least)
    process.stdout.write(`${what}: ${bytes} bytes, longest turn ${turnMs.toFixed(0)} ms, ${wholeMs.toFixed(0)} ms in all\n`)
  expect([...least].filter(([, { turnMs }]) => turnMs > maxTurnMs)).toEqual([])
}, 120_000)
