import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../store/sqlite/open-memory-store.ts'
import { fileStore, memoryStore, systemParts, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import { createAnswerFiles } from './answers/answer-files.ts'
import { claimed, claimOf, hello, minuteMs, noon, served } from './contract/open-ledger.fixture.ts'
import { createLedger } from './create-ledger.ts'
import type { Payment } from './payments/payment.ts'

const buyer = fileURLToPath(new URL('./claim-until-killed.fixture.ts', import.meta.url))

test('a ledger whose process was killed has everything that it acknowledged, and the rest can be taken over', async () => {
  using directory = temporaryDirectory()
  const child = spawn(process.execPath, [buyer, directory.path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const told = new Map<string, Pick<Payment, 'id' | 'state' | 'epoch'>>()
  for await (const line of createInterface({ input: child.stdout })) {
    const payment = JSON.parse(line) as Payment
    told.set(payment.id, payment)
    if (told.size === 200) child.kill('SIGKILL')
  }
  await exited

  const store = await fileStore(directory.path)
  const ledger = createLedger({ store, answerFiles: createAnswerFiles(join(directory.path, 'answers')) })
  for (const { id, epoch, state } of told.values()) {
    const payment = (await ledger.find(id))!
    // It may have gone on between the line and the kill, never back.
    expect(payment.epoch).toBeGreaterThanOrEqual(epoch)
    if (payment.epoch === epoch) expect(payment.state).toBe(state)
    expect(await ledger.answer(id)).toEqual(hello)
  }
  const orphans = await ledger.orphans({ now: noon, instance: 'next', allInstances: true, limit: 1000 })
  expect(orphans.length).toBeGreaterThanOrEqual([...told.values()].filter(({ state }) => state === 'served').length - 8)
  expect(await ledger.adopt({ rows: orphans, instance: 'next', leaseUntil: noon + minuteMs })).toHaveLength(orphans.length)
  await ledger.close()
})

test('a power loss drops what was not acknowledged, and nothing else', async () => {
  const answerFiles = createAnswerFiles('/nowhere')
  const store = memoryStore()
  const ledger = createLedger({ store, answerFiles })
  const durable = await served(ledger, claimOf())
  const input = claimOf()
  const lost = claimed(ledger, input)
  const image = store.serialize()
  await lost
  const restored = createLedger({ store: openMemoryStore({ ...systemParts, image }), answerFiles })
  expect(await restored.find(durable.id)).toEqual(durable)
  expect(await restored.find(input.id)).toBeUndefined()
  expect(await claimed(restored, input)).toMatchObject({ id: input.id, epoch: 1 })
  await Promise.all([ledger.close(), restored.close()])
})
