/** For code of lines that runs in workers of its own: it loads little. Such code imports zod itself. */
export { silentLog } from '../../shared/log.ts'
export { Problem, problem } from '../../shared/problems.ts'
export { createWork, type Work } from '../../shared/work.ts'
export { serveJobs, type JobHost } from '../../workers/processes/serve-jobs.ts'
