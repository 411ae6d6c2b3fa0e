/** Threads and processes for work on what outsiders wrote, whether they work, and how calls share them, for lines of goods. */
export { switchedOff } from '../../shared/switched-off.ts'
export { createCallPlaces, type CallPlace } from '../../shared/call-places.ts'
export { holderOf, ourselves, type Caller } from '../../shared/caller.ts'
export { createFairQueue, type TakenItem } from '../../shared/fair-queue.ts'
export { serveThread } from '../../workers/threads/serve-thread.ts'
export { createThread } from '../../workers/threads/thread.ts'
export { createEngineTrial, type EngineTrial } from '../../workers/trial/engine-trial.ts'
export type { TriedEngine } from '../../shared/tried-engine.ts'
