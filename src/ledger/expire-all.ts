import type { Store } from '../store/store.ts'
import type { AnswerFiles } from './answer-files.ts'
import { expireAnswers, expireCounters, unnamedFiles, type ExpireInput } from './expire.ts'

/** So many rows in one unit at most: large answers are many pages each, and a unit holds the event loop. */
const slice = 50

/** A file whose row never came is surely nobody's after this time. */
const graceMs = 3_600_000

/** Everything that is past its time, in small units; gives how many rows went. */
export async function expireAll(store: Store, answerFiles: AnswerFiles, { now, limit }: ExpireInput): Promise<number> {
  const answers = await inSlices(limit, slice, async (part) => {
    const { gone, files } = await store.write(expireAnswers, { now, limit: part })
    for (const file of files) await answerFiles.remove(file)
    return gone
  })
  const old = (await answerFiles.list()).filter(({ writtenAt }) => writtenAt < now - graceMs).map(({ id }) => id)
  for (const file of (await store.read(unnamedFiles, old)).slice(0, limit)) await answerFiles.remove(file)
  return answers + (await store.write(expireCounters, { now, limit: Math.min(limit, 500) }))
}

/** Repeats a unit of at most `size` rows until `limit` rows are done or one comes back short. */
export async function inSlices(limit: number, size: number, run: (part: number) => Promise<number>): Promise<number> {
  let done = 0
  while (done < limit) {
    const part = Math.min(size, limit - done)
    const gone = await run(part)
    done += gone
    if (gone < part) break
  }
  return done
}
