import type { Log } from '../src/shared/log.ts'
import { Problem } from '../src/shared/problems.ts'
import type { StandIn } from './upstreams/reply.ts'
import { startUpstreams, switchesOf } from './upstreams/start-upstreams.ts'
import type { UpstreamSwitches } from './upstream-switches.ts'

export interface RunningUpstreams {
  /** By source id. */
  readonly baseUrls: Readonly<Record<string, string>>
  readonly switches: UpstreamSwitches
  close(): Promise<void>
}

/** No stand-ins, for worlds that have chains only. */
export const noUpstreams: RunningUpstreams = {
  baseUrls: {},
  switches: {
    modes: async () => ({}),
    async set() {
      throw unknownStandIn()
    },
  },
  async close() {},
}

function unknownStandIn(): Problem {
  return new Problem('not_found', 'No stand-in has this name: GET /sandbox/upstreams lists them.')
}

/** Starts these stand-ins. Their switches refuse unknown names with a problem for callers. */
export async function openUpstreams({
  log,
  served,
}: {
  readonly log: Log
  readonly served: Readonly<Record<string, StandIn>>
}): Promise<RunningUpstreams> {
  const { baseUrls, setMode, modes, close } = await startUpstreams({ log, served })
  return {
    baseUrls,
    switches: {
      modes: async () => modes(),
      async set(id, mode) {
        const modes = switchesOf(id, served)
        if (!modes) throw unknownStandIn()
        if (typeof mode !== 'string' || !modes.includes(mode))
          throw new Problem('invalid_input', 'The stand-in knows no such mode.', { field: 'body.mode', expected: modes.join(', ') })
        setMode(id, mode)
      },
    },
    close,
  }
}
