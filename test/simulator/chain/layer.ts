/**
 * A map over another map, which does not change. Every block of a chain is a layer over its parent's layer, so the state at any block
 * can be read, on the current branch or on an abandoned one.
 */
export interface Layer<V> {
  readonly own: Map<string, V>
  readonly below: Layer<V> | null
  /** Number of layers down to one that holds all values. */
  readonly depth: number
}

/** A read searches at most this many layers. */
const deepest = 16

export function bottomLayer<V>(): Layer<V> {
  return { own: new Map(), below: null, depth: 0 }
}

/** An empty temporary layer over this one. */
export function layerOver<V>(below: Layer<V>): Layer<V> {
  return { own: new Map(), below, depth: below.depth + 1 }
}

/** The layer of the next block. Sometimes it is a copy of all values, so that reads stay fast. */
export function nextLayer<V>(below: Layer<V>): Layer<V> {
  return below.depth < deepest ? layerOver(below) : { own: flat(below), below: null, depth: 0 }
}

export function readLayer<V>(layer: Layer<V>, key: string): V | undefined {
  for (let at: Layer<V> | null = layer; at !== null; at = at.below) {
    const value = at.own.get(key)
    if (value !== undefined) return value
  }
  return undefined
}

/** Copies the values of a layer that is over this one into this one. */
export function absorb<V>(layer: Layer<V>, above: Layer<V>): void {
  for (const [key, value] of above.own) layer.own.set(key, value)
}

function flat<V>(layer: Layer<V>): Map<string, V> {
  const layers: Layer<V>[] = []
  for (let at: Layer<V> | null = layer; at !== null; at = at.below) layers.push(at)
  const all = new Map<string, V>()
  for (const { own } of layers.toReversed()) for (const [key, value] of own) all.set(key, value)
  return all
}
