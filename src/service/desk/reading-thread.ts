import { serveThread } from '../../workers/threads/serve-thread.ts'
import { answerQuestion, type DeskInput, type DeskQuestion } from '../../operate/desk/desk-questions.ts'
import { openReadingOfDesk } from './open-reading-of-desk.ts'

export interface ThreadQuestion {
  readonly dataDir: string
  readonly name: DeskQuestion
  readonly input: DeskInput<DeskQuestion>
}

/** Answers questions of the desk from the SQLite ledger, whose reads would hold the event loop of the service. */
serveThread(async ({ dataDir, name, input }: ThreadQuestion) => {
  const reading = await openReadingOfDesk({ dataDir, databaseUrl: null }, name)
  try {
    return await answerQuestion(reading, name, input)
  } finally {
    await reading.close()
  }
})
