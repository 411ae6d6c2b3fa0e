/** Work in steps: after each `yield` the event loop may take another turn before the work goes on. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** All steps in one turn, where no caller waits. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** One step in each turn of the event loop. @param pause resolves in another turn */
export async function inTurns<Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}
