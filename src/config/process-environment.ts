import type { Environment } from '../ops/setting.ts'

/** The environment of this process, for commands that look at it as a whole. */
export function processEnvironment(): Environment {
  return process.env
}
