import type { SourceStamp, SourceReliability } from './policy/source.ts'

/** The publisher of the figure itself: a central bank of its rates, an authority of its list, a chain of its state. */
export const publisher = (origin: string): SourceReliability => ({ origin, certainty: 0.95 })
/** Passes on what another one publishes. */
export const relay = (origin: string): SourceReliability => ({ origin, certainty: 0.9 })
/** Measures something that nobody publishes, such as the price of a coin. */
export const observer = (origin: string): SourceReliability => ({ origin, certainty: 0.8 })

/** `rpc:eip155:1` and `index:eip155:1` are two readings of one chain, `eip155:1`. */
const chainStamp = /^(?:rpc:|index:)?(eip155:\d+)$/

/** The standing of a stamp's source: what its line says; else a chain publishes its own state, and anything other only observes. */
export function standingOf({ id, standing }: Pick<SourceStamp, 'id' | 'standing'>): SourceReliability {
  if (standing) return standing
  const network = chainStamp.exec(id)?.[1]
  return network === undefined ? observer(id) : publisher(network)
}

/** Whose figure a stamp is of. */
export function originOf(stamp: Pick<SourceStamp, 'id' | 'standing' | 'origin'>): string {
  return stamp.origin ?? standingOf(stamp).origin
}
