import type { Store } from '../../store/store.ts'
import type { AnswerFiles } from '../answers/answer-files.ts'
import { expireCounts } from '../counts/expire-counts.ts'
import { expireHooks } from '../hooks/hook-queue.ts'
import { expireDeliveries } from '../deliveries/expire-deliveries.ts'
import { expireAnswers, expireCounters, unreferencedFiles, type ExpireInput } from './expire.ts'
import { inSlices, slices } from './in-slices.ts'

/** Rows in one unit: large answers are many pages each. */
const answerSlice = 50
const counterSlice = 100

/** After this time a file without a row belongs to no answer that is still being written. */
const graceMs = 3_600_000

/** Drops everything that is past its time, in small units; gives how many rows were dropped. */
export async function expireAll(store: Store, answerFiles: AnswerFiles, { now, limit }: ExpireInput): Promise<number> {
  const answers = await inSlices(limit, answerSlice, async (part) => {
    const { gone, files } = await store.write(expireAnswers, { now, limit: part })
    for (const file of files) await answerFiles.remove(file)
    return gone
  })
  const old = (await answerFiles.list()).filter(({ writtenAt }) => writtenAt < now - graceMs).map(({ id }) => id)
  for (const file of (await unnamed(store, old)).slice(0, limit)) await answerFiles.remove(file)
  const counters = await inSlices(limit, counterSlice, (part) => store.write(expireCounters, { now, limit: part }))
  const deliveries = await inSlices(limit, counterSlice, (part) => store.write(expireDeliveries, { now, limit: part }))
  const counts = await inSlices(limit, counterSlice, (part) => store.write(expireCounts, { now, limit: part }))
  const hooks = await inSlices(limit, counterSlice, (part) => store.write(expireHooks, { now, limit: part }))
  return answers + counters + deliveries + counts + hooks
}

async function unnamed(store: Store, files: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const some of slices(files, 500)) found.push(...(await store.read(unreferencedFiles, some)))
  return found
}
