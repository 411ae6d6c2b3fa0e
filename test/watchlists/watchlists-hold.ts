import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnswerFiles } from '../../src/ledger/answers/answer-files.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { temporaryDirectory } from '../../src/store/sqlite/store.fixture.ts'
import type { Store } from '../../src/store/store.ts'
import { kinds, simulatePolls, type OpenFeed, type SimulatedPolls } from './simulate-polls.ts'

/** What 400 days of polls must show, on any engine. */
export function watchlistsHold(engine: string, seed: number, open: () => Promise<Store>, openFeed?: OpenFeed): void {
  describe(`400 days of notices, on ${engine}`, () => {
    let store: Store
    let ledger: Ledger
    let polls: SimulatedPolls
    const directory = temporaryDirectory()
    beforeAll(async () => {
      store = await open()
      ledger = createLedger({ store, answerFiles: createAnswerFiles(directory.path) })
      polls = await simulatePolls(seed, ledger, openFeed ? { openFeed } : {})
    })
    afterAll(async () => {
      await store.close()
      directory[Symbol.dispose]()
    })

    test.each(kinds.map(({ name }, index) => [name, index] as const))('%s: has all of them, and paid for each once', (_, index) => {
      const { expected, received, chargedTwice } = polls.pollers[index]!
      expect([received, chargedTwice]).toEqual([expected, []])
      expect(expected.length).toBeGreaterThan(500)
    })

    test('no call was charged without something new, and none had something new without a charge', () => {
      expect(polls.wrongCharges).toEqual([])
    })

    test('answers were lost and settlements refused', () => {
      expect(Math.min(...Object.values(polls.calls))).toBeGreaterThan(20)
    })
  })
}
