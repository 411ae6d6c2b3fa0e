import { setTimeout as sleep } from 'node:timers/promises'

/** Asks twice a second until it holds; whether it did in time. */
export async function until(holds: () => Promise<boolean>, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (performance.now() < deadline) {
    if (await holds()) return true
    await sleep(500)
  }
  return false
}
