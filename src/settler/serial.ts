/** Runs tasks one after the other, each when the one before has ended, well or not. */
export type Serial = <T>(task: () => Promise<T>) => Promise<T>

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}
