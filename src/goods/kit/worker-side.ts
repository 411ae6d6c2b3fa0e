/** For code of lines that runs in workers of its own: it loads little. Such code imports zod itself. */
export { silentLog } from '../../shared/log.ts'
export { Problem, problem } from '../../shared/problems.ts'
export { formatUsd, usd } from '../../shared/money.ts'
export { sha256 } from '../../shared/sha256.ts'
export { createWork, type Work } from '../../shared/work.ts'
export { plainText } from '../../sources/formats/plain-text.ts'
export { serveThread } from '../../workers/threads/serve-thread.ts'
export { serveJobs, type JobHost } from '../../workers/processes/serve-jobs.ts'
