/** Work that may run at once. The rest waits in order. */
export interface Turns {
  /** Resolves when it is the caller's turn; `leave` ends it. @throws the reason of the signal */
  enter(signal: AbortSignal): Promise<void>
  leave(): void
}

export function createTurns(maxAtOnce: number): Turns {
  const queue: (() => void)[] = []
  let taken = 0
  return {
    enter(signal) {
      if (taken < maxAtOnce) {
        taken += 1
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const go = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          const at = queue.indexOf(go)
          if (at >= 0) queue.splice(at, 1)
          reject(signal.reason)
        }
        if (signal.aborted) return giveUp()
        signal.addEventListener('abort', giveUp, { once: true })
        queue.push(go)
      })
    },
    leave() {
      const next = queue.shift()
      if (next) next()
      else taken -= 1
    },
  }
}
