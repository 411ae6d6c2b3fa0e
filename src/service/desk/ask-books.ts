import { createThread } from '../../workers/threads/thread.ts'
import { answerQuestion, type AskBooks, type DeskInput, type DeskQuestion } from '../../operate/desk/desk-questions.ts'
import type { Timers } from '../../shared/clock.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { createOrderedRuns } from '../../shared/ordered-runs.ts'
import type { LedgerPlace } from '../open-store-for-command.ts'
import { openReadingOfDesk } from './open-reading-of-desk.ts'
import type { ThreadQuestion } from './reading-thread.ts'

/** Milliseconds that a question may take. A question about all payments of a large ledger takes seconds. */
const maxMs = 15_000
/** Megabytes of the thread's own heap; what SQLite caches is not in it. */
const maxHeapMb = 192
/** Questions that wait for the one before them. */
const maxWaiting = 20

const tooMany = 'too many questions wait for the ledger: try again in a moment'
const tooSlow = `the ledger did not answer within ${maxMs / 1000} seconds: ask about a shorter time`

type Ask = (name: DeskQuestion, input: DeskInput<DeskQuestion>) => Promise<unknown>

/** Asks the books one question after the other, so that the desk takes one processor at most. */
export function createAskBooks(place: LedgerPlace, timers: Pick<Timers, 'after'>): AskBooks {
  const inOrder = createOrderedRuns()
  const ask = place.databaseUrl === null ? askOnThread(place.dataDir, timers) : askServer(place)
  let waiting = 0
  const answer: Ask = async (name, input) => {
    if (waiting >= maxWaiting) throw new OperatorError(tooMany)
    waiting += 1
    try {
      return await inOrder('books', () => ask(name, input))
    } finally {
      waiting -= 1
    }
  }
  return answer as AskBooks
}

/** The server ends what takes too long. */
function askServer(place: LedgerPlace): Ask {
  return async (name, input) => {
    const reading = await openReadingOfDesk(place, name)
    try {
      return await answerQuestion(reading, name, input)
    } finally {
      await reading.close()
    }
  }
}

function askOnThread(dataDir: string, timers: Pick<Timers, 'after'>): Ask {
  const thread = createThread(new URL('./reading-thread.ts', import.meta.url), maxHeapMb)
  return async (name, input) => {
    const overtime = new AbortController()
    const cancel = timers.after(maxMs, () => overtime.abort(new OperatorError(tooSlow)))
    const question: ThreadQuestion = { dataDir, name, input }
    try {
      return await thread.run({ input: question, signal: overtime.signal })
    } finally {
      cancel()
    }
  }
}
