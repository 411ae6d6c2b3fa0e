import { refusals } from '../payments/wire/refusals.ts'
import { problemKind } from '../shared/problems.ts'

/** What a caller is told to do about a refusal or a problem; null where only its offer knows. */
export function adviceOf(reason: string): string | null {
  const refusal = Object.entries(refusals).find(([code]) => code === reason)?.[1]
  return refusal?.fix ?? problemKind(reason)?.fix ?? null
}
