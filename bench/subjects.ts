import type { Subject } from './harness/subject.ts'
import { challenge } from './subjects/challenge.ts'
import { paidCall } from './subjects/paid-call.ts'
import { verification } from './subjects/verification.ts'

/** Everything that is measured, in the order of the report. */
export const subjects: readonly Subject[] = [challenge, paidCall, verification]
