import type { Store } from '../store/store.ts'
import type { AnswerFiles } from './answer-files.ts'
import { expireAnswers, expireCounters, unnamedFiles, type ExpireInput } from './expire.ts'
import { inSlices, slices } from './in-slices.ts'

/** Rows in one unit: large answers are many pages each. */
const answerSlice = 50
const counterSlice = 100

/** A file whose row never came is surely nobody's after this time. */
const graceMs = 3_600_000

/** Everything that is past its time, in small units; gives how many rows went. */
export async function expireAll(store: Store, answerFiles: AnswerFiles, { now, limit }: ExpireInput): Promise<number> {
  const answers = await inSlices(limit, answerSlice, async (part) => {
    const { gone, files } = await store.write(expireAnswers, { now, limit: part })
    for (const file of files) await answerFiles.remove(file)
    return gone
  })
  const old = (await answerFiles.list()).filter(({ writtenAt }) => writtenAt < now - graceMs).map(({ id }) => id)
  for (const file of (await unnamed(store, old)).slice(0, limit)) await answerFiles.remove(file)
  const counters = await inSlices(limit, counterSlice, (part) => store.write(expireCounters, { now, limit: part }))
  return answers + counters
}

async function unnamed(store: Store, files: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const some of slices(files, 500)) found.push(...(await store.read(unnamedFiles, some)))
  return found
}
