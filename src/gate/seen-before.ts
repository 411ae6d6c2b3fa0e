/** Names that came here lately, in two generations: the newer one is full at `each`, and then replaces the older. */
export interface SeenBefore {
  has(name: string): boolean
  add(name: string): void
}

/** Holds the last `each` names at least, and twice as many at most. */
export function createSeenBefore(each = 8_192): SeenBefore {
  let newer = new Set<string>()
  let older = new Set<string>()
  return {
    has: (name) => newer.has(name) || older.has(name),
    add(name) {
      newer.add(name)
      if (newer.size < each) return
      older = newer
      newer = new Set()
    },
  }
}
