import type { Subject } from './harness/subject.ts'
import { archive } from './subjects/archive.ts'
import { blocks } from './subjects/blocks.ts'
import { cachedRoutes } from './subjects/cached-routes.ts'
import { challenge } from './subjects/challenge.ts'
import { concurrency } from './subjects/concurrency.ts'
import { databaseLoad } from './subjects/database-load.ts'
import { engines } from './subjects/engines.ts'
import { flood } from './subjects/flood.ts'
import { gas } from './subjects/gas.ts'
import { memory } from './subjects/memory.ts'
import { paidCall } from './subjects/paid-call.ts'
import { startUp } from './subjects/start-up.ts'
import { verification } from './subjects/verification.ts'

/** Everything that is measured, in the order of the report. */
export const subjects: readonly Subject[] = [
  challenge,
  paidCall,
  engines,
  databaseLoad,
  cachedRoutes,
  verification,
  gas,
  archive,
  startUp,
  blocks,
  concurrency,
  memory,
  flood,
]
