import { Problem, z } from '../../../src/goods/door.ts'
import { type NetworkId, networks } from '../../../src/goods/kit/evm.ts'

/** How far the transfers of one network were given to a caller. Each network has its own, because indexes lag by different times. */
export interface PollPosition {
  /** Null for a network of which nothing had been read: then all transfers from `at` on are new. */
  readonly place: { readonly blockNumber: bigint; readonly logIndex: bigint } | null
  /** Unix seconds up to which transfers were given. */
  readonly at: number
}

export type PollPositions = ReadonlyMap<NetworkId, PollPosition>

const version = 1
const maxLength = 1_000
/** Positions in one cursor, one for each network. */
const maxNetworks = 30
const whole = z.int().min(0)
const schema = z.tuple([
  z.literal(version),
  z
    .array(z.tuple([whole, whole.nullable(), whole, whole]))
    .min(1)
    .max(maxNetworks),
])

/** Opaque for callers; safe in a URL. */
export function writePollCursor(positions: PollPositions): string {
  const rows = [...positions].map(([id, { place, at }]) => [
    Number(id.slice('eip155:'.length)),
    place && Number(place.blockNumber),
    Number(place?.logIndex ?? 0n),
    at,
  ])
  return Buffer.from(JSON.stringify([version, rows])).toString('base64url')
}

/** Null for a text that no answer of this version gave. */
export function readPollCursor(text: string): PollPositions | null {
  const parsed = schema.safeParse(text.length > maxLength ? null : jsonOf(text))
  const positions = new Map<NetworkId, PollPosition>()
  for (const [chainId, block, log, at] of parsed.data?.[1] ?? []) {
    const network = networks.find((one) => one.chainId === chainId)
    if (!network || positions.has(network.id)) return null
    positions.set(network.id, { place: block === null ? null : { blockNumber: BigInt(block), logIndex: BigInt(log) }, at })
  }
  return positions.size === 0 ? null : positions
}

/** The position of a network that the cursor does not have is the time of the newest one that it has. */
export function positionOf(positions: PollPositions, network: NetworkId): PollPosition {
  return positions.get(network) ?? { place: null, at: Math.max(...[...positions.values()].map(({ at }) => at)) }
}

/** A cursor from which transfers would be missing, because they are not kept so long. */
export function expired(): Problem {
  return new Problem('invalid_input', 'This poll cursor is too old: transfers since then are not kept.', {
    field: 'query.poll',
    expected: 'the "nextPoll" of a newer answer; a call without poll gives a new one',
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
