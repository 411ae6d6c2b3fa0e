import type { Log } from '../src/shared/log.ts'
import type { UpstreamSwitches } from './upstream-switches.ts'

export interface RunningUpstreams {
  /** By source id. */
  readonly baseUrls: Readonly<Record<string, string>>
  readonly switches: UpstreamSwitches
  close(): Promise<void>
}

/** No stand-ins at all, for worlds that are chains only. */
export const noUpstreams: RunningUpstreams = {
  baseUrls: {},
  switches: { modes: async () => ({}), set: async () => {} },
  close: async () => {},
}

export async function openUpstreams(_parts: { log: Log }): Promise<RunningUpstreams> {
  return noUpstreams
}
