import { setTimeout as sleep } from 'node:timers/promises'

/** Checks a condition twice a second. Resolves with true when it holds, and with false after `ms`. */
export async function until(holds: () => Promise<boolean>, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (performance.now() < deadline) {
    if (await holds()) return true
    await sleep(500)
  }
  return false
}
