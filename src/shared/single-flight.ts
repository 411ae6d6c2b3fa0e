/** Calls with the same key at the same time share one run and its outcome, a failure included. */
export type SingleFlight<K, V> = (key: K, run: () => Promise<V>) => Promise<V>

/** The next call after the run has ended starts a new one. */
export function createSingleFlight<K, V>(): SingleFlight<K, V> {
  const running = new Map<K, Promise<V>>()
  return (key, run) => {
    const present = running.get(key)
    if (present) return present
    const started = run().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
