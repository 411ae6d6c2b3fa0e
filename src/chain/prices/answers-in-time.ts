import type { Timers } from '../../shared/clock.ts'

/**
 * The answers to questions that were asked at the same time: all of them, or those that came within a moment after the first usable one, so
 * that a node which hangs does not hold up what others said.
 * @param graceMs how long the first usable answer waits for the others
 * @returns in the order of the questions, without those that are late
 */
export async function answersInTime<T>(
  asked: readonly Promise<T>[],
  isUsable: (answer: T) => boolean,
  { timers, graceMs }: { readonly timers: Timers; readonly graceMs: number },
): Promise<T[]> {
  const came = new Map<number, T>()
  await new Promise<void>((resolve, reject) => {
    if (asked.length === 0) resolve()
    let isClosing = false
    for (const [index, one] of asked.entries()) {
      one.then((answer) => {
        came.set(index, answer)
        if (came.size === asked.length) resolve()
        else if (isUsable(answer) && !isClosing) {
          isClosing = true
          timers.after(graceMs, resolve)
        }
      }, reject)
    }
  })
  return [...came].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)
}
