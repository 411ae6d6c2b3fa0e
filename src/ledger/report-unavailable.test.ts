import { expect, test } from 'vitest'
import { memoryStore } from '../store/sqlite/store.fixture.ts'
import { StoreFailed, type Store } from '../store/store.ts'
import type { AnswerFiles } from './answers/answer-files.ts'
import { claimed, claimOf, hello } from './contract/open-ledger.fixture.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger } from './ledger.ts'

const unavailable = { name: 'Problem', code: 'ledger_unavailable', status: 503, options: { retryAfter: 5 } }
const noFiles = {} as AnswerFiles

test('a store that fails, or is closed, gives a problem that callers may see', async () => {
  const failing: Store = {
    write: () => Promise.reject(new StoreFailed('full')),
    read: () => Promise.reject(new StoreFailed('disk I/O error')),
    close: async () => {},
  }
  const closed = createLedger({ store: memoryStore(), answerFiles: noFiles })
  await closed.close()
  for (const ledger of [createLedger({ store: failing, answerFiles: noFiles }), closed]) {
    await expect(ledger.claim(claimOf())).rejects.toMatchObject(unavailable)
    await expect(ledger.find('00'.repeat(16))).rejects.toMatchObject(unavailable)
  }
})

test("a disk that can't store a large answer gives the same problem, and the claim stays as it is", async () => {
  const full = { ...noFiles, write: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })) }
  await using ledger: Ledger & AsyncDisposable = closing(createLedger({ store: memoryStore(), answerFiles: full }))
  const payment = await claimed(ledger, claimOf())
  const answer = { ...hello, body: new Uint8Array(300_000) }
  await expect(ledger.serve({ ...payment, answer, at: payment.claimedAt })).rejects.toMatchObject(unavailable)
  expect(await ledger.find(payment.id)).toEqual(payment)
})

test('a mistake of our own stays an error', async () => {
  await using ledger = closing(createLedger({ store: memoryStore(), answerFiles: noFiles }))
  await expect(ledger.claim({ ...claimOf(), now: 1.5 })).rejects.not.toMatchObject({ name: 'Problem' })
})

function closing(ledger: Ledger): Ledger & AsyncDisposable {
  return { ...ledger, [Symbol.asyncDispose]: () => ledger.close() }
}
