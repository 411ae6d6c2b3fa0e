import type { CheckClaimInput, CheckDeeplyInput, DeepFactCheck, FactCheck } from '../fact-check/fact-check.ts'
import type { MeasureSentimentInput, Sentiment } from '../sentiment/sentiment.ts'
import type { SummarizeInput, Summary } from '../summary/summary.ts'
import type { DetectedLanguage } from '../basics/detect-language.ts'
import type { Encoders } from './encoder.ts'

/** What the workers can be asked for: input and result of each job. Both are copied between processes. */
export interface TextJobs {
  readonly checkClaim: { readonly input: CheckClaimInput; readonly result: FactCheck }
  readonly checkDeeply: { readonly input: CheckDeeplyInput; readonly result: DeepFactCheck }
  readonly measureSentiment: { readonly input: MeasureSentimentInput; readonly result: Sentiment }
  readonly detectSource: { readonly input: { readonly text: string }; readonly result: DetectedLanguage }
  readonly summarize: { readonly input: SummarizeInput; readonly result: Summary }
}

export type JobName = keyof TextJobs
export type JobInput<J extends JobName> = TextJobs[J]['input']
export type JobResult<J extends JobName> = TextJobs[J]['result']

/** A job as it runs in a worker. It may throw a `Problem`, which reaches the caller. */
export type Job<J extends JobName> = (input: JobInput<J>, encoders: Encoders) => Promise<JobResult<J>>
