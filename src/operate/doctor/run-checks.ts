import type { Timers } from '../../shared/clock.ts'
import { findingsOf, type Finding } from '../../goods/finding.ts'

/** A part of the set-up that is looked at for itself. */
export interface Check {
  /** For the finding where it gives no result: one of the names of its findings. */
  readonly name: string
  readonly subject?: string
  readonly limitMs: number
  /** What the operator does where it takes longer than that. */
  readonly whenLate: string
  run(signal: AbortSignal): Promise<readonly Finding[]>
}

/**
 * Runs all checks at the same time, each within its own limit, so that one that hangs or fails hides no other.
 * @param onFound called with the findings of each check when it ends
 * @returns the findings in the order of the checks
 */
export async function runChecks(
  checks: readonly Check[],
  { timers, onFound = () => {} }: { readonly timers: Timers; readonly onFound?: (findings: readonly Finding[]) => void },
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    checks.map(async (check) => {
      const findings = await runCheck(check, timers)
      onFound(findings)
      return findings
    }),
  )
  return found.flat()
}

async function runCheck(check: Check, timers: Timers): Promise<readonly Finding[]> {
  const { name, subject = null, limitMs, whenLate } = check
  const make = findingsOf(name)
  const ending = new AbortController()
  const late = Promise.withResolvers<readonly Finding[]>()
  const cancel = timers.after(limitMs, () => {
    late.resolve([make.fault(`no result within ${Math.round(limitMs / 1000)} seconds`, whenLate, subject)])
    ending.abort(new Error('the check took too long'))
  })
  try {
    return await Promise.race([Promise.resolve().then(() => check.run(ending.signal)), late.promise])
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it gave no reason'
    return [make.fault(`it could not be checked: ${reason}`, whenLate, subject)]
  } finally {
    cancel()
  }
}
