const tickMs = 5

/**
 * A stopwatch for upper bounds, in milliseconds, that stands still while a loaded machine does not let this process run: it counts
 * the ticks of a timer, and a tick that comes late counts no more than one in time. Reading it ends it.
 * It sees nothing of work that blocks the event loop: measure that with `cpuMs`.
 */
export function startStopwatch(): () => number {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), tickMs)
  return () => {
    clearInterval(timer)
    return ticks * tickMs
  }
}

/** Milliseconds of processor time that this process has used so far; another process on the same processor adds nothing. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
