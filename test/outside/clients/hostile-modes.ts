import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { keepOutcome } from '../conformance.ts'
import { fromPypi } from './packages.ts'

const version = '0.2.2'
export const hostileTitle = `hostile-facilitator ${version}`
export const hostilePackages = fromPypi('hostile-facilitator', [`hostile-facilitator==${version}`])

/** `clean` settles and says so. Every other mode settles, and then says something else or nothing. */
const modes = [
  'clean',
  'accept_then_timeout',
  '5xx_after_settle',
  'double_402',
  'slow_answer',
  'reconcile_unavailable',
  'reconcile_soft_404',
  'reconcile_oversized',
  'reconcile_truncated',
  'declared_safe',
] as const

/** Milliseconds that the suite gives a buyer. */
export const buyerMs = 30_000

type Buy = (facilitator: string) => Promise<void>

/** One purchase in each mode, all together. Each must be one payment, since more would be a second one for the same call. */
export async function buyInAllModes(folder: string, what: string, how: string, buy: Buy): Promise<void> {
  const counts = await Promise.all(modes.map(async (mode) => [mode, await paymentsIn(folder, mode, buy)] as const))
  const safe = counts.filter(([, count]) => count === 1).length
  keepOutcome({
    what: `hostile-facilitator, ten modes against ${what}`,
    with: hostileTitle,
    before: 'not tried',
    passed: safe,
    failed: modes.length - safe,
    why: `one payment in each mode, ${how}. Its \`/reconcile\`, which is in no protocol, is not asked`,
  })
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(modes.map((mode) => [mode, 1])))
}

/** Starts it, lets somebody buy, and gives how many payments it was asked to settle, by their nonces. */
async function paymentsIn(folder: string, mode: string, buy: Buy): Promise<number> {
  const args = ['-B', join(import.meta.dirname, 'python/misbehave.py'), mode, '3']
  const child = spawn(join(folder, 'bin/python'), args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const next = async () => Number(((await once(lines, 'line')) as [string])[0])
  try {
    await buy(`http://127.0.0.1:${await next()}`)
    const count = next()
    child.stdin.end()
    return await count
  } finally {
    child.kill()
  }
}
