import type { AtomicCheck, DeepFactCheck } from './fact-check.ts'

/** Sources disagree where one supports a claim that another contradicts. */
export function agreementOf(checks: readonly AtomicCheck[]): DeepFactCheck['agreement'] {
  let together = false
  for (const { sources } of checks) {
    const decided = sources.filter(({ verdict }) => verdict !== 'unverifiable')
    if (new Set(decided.map(({ verdict }) => verdict)).size > 1) return 'disagree'
    if (decided.length > 1) together = true
  }
  return together ? 'agree' : null
}
