import type { EarlySettings } from '../../../src/gate/early-answers.ts'

/** Small, so that every bound is reached in some runs. An expensive answer costs 50,000. */
export const earlyLimits = { perPayer: 150_000n, perClient: 200_000n, perDay: 300_000n }

export const earlySettings = (early: boolean): EarlySettings => ({ ...earlyLimits, answerAfter: early ? 'verified' : 'confirmed' })
