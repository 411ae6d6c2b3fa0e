/**
 * A map laid over another one, which stays as it is. Every block of a chain is a layer over its parent's, so that any
 * block, of the present branch or of one that was left, can be asked for the world as it was.
 */
export interface Layer<V> {
  readonly own: Map<string, V>
  readonly below: Layer<V> | null
  /** Layers down to one that holds everything. */
  readonly depth: number
}

/** So many layers are looked through at most. */
const deepest = 16

export function bottomLayer<V>(): Layer<V> {
  return { own: new Map(), below: null, depth: 0 }
}

/** An empty layer over this one, for a while. */
export function layerOver<V>(below: Layer<V>): Layer<V> {
  return { own: new Map(), below, depth: below.depth + 1 }
}

/** A layer to go on with, which others will be put upon: now and then a copy of everything, so that reading stays quick. */
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

/** Takes over what was written into a layer that was put over this one. */
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
