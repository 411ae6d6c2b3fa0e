// Run as a process: drives payments through the ledger in the directory given, and prints each payment that it was told is durable.
import { join } from 'node:path'
import { fileStore } from '../store/sqlite/store.fixture.ts'
import { createAnswerFiles } from './answers/answer-files.ts'
import { claimOf, served, settlementOf, wallet } from './contract/open-ledger.fixture.ts'
import { createLedger } from './create-ledger.ts'
import type { Payment } from './payments/payment.ts'

const directory = process.argv[2]!
const store = await fileStore(directory)
const ledger = createLedger({ store, answerFiles: createAnswerFiles(join(directory, 'answers')), largeAnswerBytes: 10 })

const tell = ({ id, state, epoch }: Payment) => console.log(JSON.stringify({ id, state, epoch }))

async function buy(payer: number): Promise<void> {
  const payment = await served(ledger, claimOf({ payer: wallet(payer), instance: 'killed' }))
  tell(payment)
  if (payer % 2) for (const settled of await ledger.settle([settlementOf(payment.id)])) tell(settled)
}

for (;;) await Promise.all(Array.from({ length: 8 }, (_, payer) => buy(payer)))
