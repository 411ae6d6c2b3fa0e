import type { StandIn as LineStandIn, StandInReply } from '../src/goods/stand-in.ts'
import type { Log } from '../src/shared/log.ts'
import { openUpstreams, type RunningUpstreams } from './open-upstreams.ts'
import { json, retryAfter, type Reply, type StandIn } from './upstreams/reply.ts'

/** Starts the stand-ins of lines that did not come with the service; null where there are none. */
export async function openLineStandIns(lines: Readonly<Record<string, LineStandIn>>, log: Log): Promise<RunningUpstreams | null> {
  const served = Object.fromEntries(Object.entries(lines).map(([id, answer]) => [id, standInOf(answer)]))
  return Object.keys(served).length === 0 ? null : openUpstreams({ log, served })
}

/** Lines say how their source answers. How it fails is the same for all of them. */
function standInOf(answer: LineStandIn): StandIn {
  return {
    answer: ({ url, method, body, now }) => replyOf(answer({ url, method, body, now })),
    rateLimited: json({ error: 'too many requests' }, 429, retryAfter),
    broken: json({ error: 'out of order' }, 500),
  }
}

function replyOf({ status = 200, contentType, body }: StandInReply): Reply {
  if (typeof body === 'string' || body instanceof Uint8Array)
    return {
      status,
      contentType: contentType ?? (typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream'),
      body,
    }
  return { ...json(body, status), ...(contentType === undefined ? {} : { contentType }) }
}

/** Both sets of stand-ins as one. */
export function joinUpstreams(
  own: Pick<RunningUpstreams, 'baseUrls' | 'switches'>,
  lines: RunningUpstreams | null,
): Pick<RunningUpstreams, 'baseUrls' | 'switches'> {
  if (lines === null) return own
  return {
    baseUrls: { ...own.baseUrls, ...lines.baseUrls },
    switches: {
      modes: async () => ({ ...(await own.switches.modes()), ...(await lines.switches.modes()) }),
      set: (id, mode) => (Object.hasOwn(lines.baseUrls, id.split(':')[0]!) ? lines : own).switches.set(id, mode),
    },
  }
}
