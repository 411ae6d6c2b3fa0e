/**
 * The name that a mistyped one was probably meant to be; null where none is near. Case and signs such as `_` do not count. A short
 * name must have the same letters in another order, since other short words are as near to it.
 */
export function nearestName(given: string, names: Iterable<string>): string | null {
  const plain = plainName(given)
  let best: { readonly name: string; readonly distance: number } | null = null
  for (const name of names) {
    const distance = typingDistance(plain, plainName(name), maxDistance(plain))
    if (distance !== null && (best === null || distance < best.distance)) best = { name, distance }
  }
  return best?.name ?? null
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** How many slips of the keys a name of this length may have. */
function maxDistance({ length }: string): number {
  return length < 6 ? 0 : length < 9 ? 1 : 2
}

/**
 * Letters that were typed wrongly, left out, added, or swapped with their neighbour (optimal string alignment); null for more than
 * `max`. Where `max` is 0, one swap is still near, and so are the same letters in another order behind the same first one.
 */
function typingDistance(one: string, other: string, max: number): number | null {
  if (one === other) return 0
  if (max === 0) return one.length > 2 && one.length === other.length && (isOneSwap(one, other) || isReordered(one, other)) ? 1 : null
  if (Math.abs(one.length - other.length) > max) return null
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const substituted = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, substituted, swapped))
    }
    before = row
    row = next
  }
  const distance = row[other.length]!
  return distance <= max ? distance : null
}

function isOneSwap(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return one.slice(0, at) + (one[at + 1] ?? '') + one[at] + one.slice(at + 2) === other
}

/** `PRTO` for `PORT`. Another first letter is more often another word: `DEMO` is not `MODE`. */
function isReordered(one: string, other: string): boolean {
  return one[0] === other[0] && [...one].toSorted().join('') === [...other].toSorted().join('')
}
