import { checkClaim } from '../fact-check/check-claim.ts'
import { checkDeeply } from '../fact-check/check-deeply.ts'
import { measureSentiment } from '../sentiment/measure-sentiment.ts'
import { summarize } from '../summary/summarize.ts'
import { detectSource } from '../translation/detect-source.ts'
import { serveTextJobs } from './serve-text-jobs.ts'
import type { Job, JobName } from './text-jobs.ts'

/** The jobs of the text tools, by name. */
const jobs: { readonly [J in JobName]?: Job<J> } = { checkClaim, checkDeeply, detectSource, measureSentiment, summarize }

await serveTextJobs(jobs)
