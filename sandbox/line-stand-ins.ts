import type { StandIn as LineStandIn, StandInReply } from '../src/goods/stand-in.ts'
import type { Log } from '../src/shared/log.ts'
import { openUpstreams, type RunningUpstreams } from './open-upstreams.ts'
import { json, retryAfter, type Reply, type StandIn } from './upstreams/reply.ts'

/**
 * Starts the stand-ins of lines of goods that a world does not have; null where it has all. A world that this process owns has them all, so
 * that every process which joins it asks the same ones.
 */
export async function openLineStandIns(
  lines: Readonly<Record<string, LineStandIn>>,
  running: Readonly<Record<string, string>>,
  log: Log,
): Promise<RunningUpstreams | null> {
  const served = standInsOfLines(Object.fromEntries(Object.entries(lines).filter(([id]) => !Object.hasOwn(running, id))))
  return Object.keys(served).length === 0 ? null : openUpstreams({ log, served })
}

export function standInsOfLines(lines: Readonly<Record<string, LineStandIn>>): Readonly<Record<string, StandIn>> {
  return Object.fromEntries(Object.entries(lines).map(([id, one]) => [id, standInOf(one)]))
}

/** A line says how its source answers. How it fails is the same for all that do not say that too. */
export function standInOf(line: LineStandIn): StandIn {
  if (typeof line !== 'function')
    return {
      ...line,
      answer: (asked) => replyOf(line.answer(asked)),
      rateLimited: replyOf(line.rateLimited),
      broken: replyOf(line.broken),
    }
  return {
    answer: (asked) => replyOf(line(asked)),
    rateLimited: json({ error: 'too many requests' }, 429, retryAfter),
    broken: json({ error: 'out of order' }, 500),
  }
}

function replyOf({ status = 200, contentType, headers = {}, body }: StandInReply): Reply {
  if (typeof body === 'string' || body instanceof Uint8Array)
    return {
      status,
      contentType: contentType ?? (typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream'),
      headers,
      body,
    }
  return { ...json(body, status, headers), ...(contentType === undefined ? {} : { contentType }) }
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
