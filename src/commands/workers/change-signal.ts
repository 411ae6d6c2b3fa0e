/** Lets work wait for a condition that may become true with any change. */
export interface ChangeSignal {
  /** To be called after each change. */
  notify(): void
  /** Resolves when the condition is true; it is asked now and after each change. */
  until(condition: () => boolean): Promise<void>
}

export function createChangeSignal(): ChangeSignal {
  const checks = new Set<() => void>()
  return {
    notify() {
      for (const check of checks) check()
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition()) return
          checks.delete(check)
          resolve()
        }
        checks.add(check)
        check()
      }),
  }
}
