/** Runs what has the same key one after the other, in the order in which it came, and everything else side by side. */
export type RunInOrder = <Output>(key: string, run: () => Promise<Output>) => Promise<Output>

/** A run starts when the one before it has ended, whether that succeeded or failed. */
export function createOrderedRuns(): RunInOrder {
  const last = new Map<string, Promise<void>>()
  return async (key, run) => {
    const before = last.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(key, promise)
    await before
    try {
      return await run()
    } finally {
      resolve()
      if (last.get(key) === promise) last.delete(key)
    }
  }
}
