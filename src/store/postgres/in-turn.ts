/**
 * Runs what has the same name one after the other, in the order in which it came, and everything else side by side. What waits
 * for its turn holds no connection.
 */
export function createTurns(): <Output>(name: string, run: () => Promise<Output>) => Promise<Output> {
  const last = new Map<string, Promise<void>>()
  return async (name, run) => {
    const before = last.get(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(name, promise)
    await before
    try {
      return await run()
    } finally {
      resolve()
      if (last.get(name) === promise) last.delete(name)
    }
  }
}
