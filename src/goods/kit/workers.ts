/** Threads for work on what outsiders wrote, for lines of goods. */
export { serveThread } from '../../engines/threads/serve-thread.ts'
export { createThread } from '../../engines/threads/thread.ts'
