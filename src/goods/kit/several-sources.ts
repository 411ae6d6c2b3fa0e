/** How several sources are asked for one answer, and what each of them replied, for lines of goods. */
export { feedCandidate, firstAnswer, type FirstAnswer, type SourceCandidate } from '../../sources/policy/first-answer.ts'
export { askSource, failureIn, nullIfUpstream, stampsOf, valueOf, type SourceReply } from '../../sources/policy/source-reply.ts'
export { createBatch } from '../../sources/policy/batch.ts'
export { asFailure, isFailure, type SourceFailure } from '../../sources/policy/failure.ts'
export { originOf } from '../../sources/source-reliability.ts'
