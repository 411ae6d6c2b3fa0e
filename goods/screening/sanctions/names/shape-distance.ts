/** Words have 40 letters at most, and a letter has two sounds at most. */
const maxShape = 80
const row = new Uint8Array(maxShape + 1)

/**
 * Whether at most `changes` inserted, dropped or changed letters turn one shape into the other. Looks at no more than `2 * changes + 1`
 * letters of the one for each letter of the other, so callers can't make it slow.
 */
export function isWithin(one: string, other: string, changes: number): boolean {
  if (Math.abs(one.length - other.length) > changes) return false
  let start = 0
  while (start < one.length && one.charCodeAt(start) === other.charCodeAt(start)) start++
  let [height, width] = [one.length, other.length]
  while (height > start && width > start && one.charCodeAt(height - 1) === other.charCodeAt(width - 1)) {
    height--
    width--
  }
  height -= start
  width -= start
  if (Math.max(height, width) <= changes) return true
  if (Math.min(height, width) === 0 || changes === 0) return false
  return restIsWithin({ one, other, start, height, width, changes })
}

interface Rest {
  readonly one: string
  readonly other: string
  /** Both are equal before this letter, and after `height` and `width` letters from it. */
  readonly start: number
  readonly height: number
  readonly width: number
  readonly changes: number
}

/** Levenshtein's distance in one row, of which only the band that can stay below the limit is computed. */
function restIsWithin({ one, other, start, height, width, changes }: Rest): boolean {
  const tooMany = changes + 1
  for (let column = 0; column <= width; column++) row[column] = Math.min(column, tooMany)
  for (let line = 1; line <= height; line++) {
    const letter = one.charCodeAt(start + line - 1)
    const from = Math.max(1, line - changes)
    const to = Math.min(width, line + changes)
    let diagonal = row[from - 1] ?? 0
    let left = from === 1 ? Math.min(line, tooMany) : tooMany
    row[from - 1] = left
    let least = left
    for (let column = from; column <= to; column++) {
      const above = column === line + changes ? tooMany : (row[column] ?? 0)
      const changed = diagonal + (letter === other.charCodeAt(start + column - 1) ? 0 : 1)
      diagonal = row[column] ?? 0
      left = Math.min(changed, above + 1, left + 1, tooMany)
      row[column] = left
      if (left < least) least = left
    }
    if (least > changes) return false
  }
  return (row[width] ?? tooMany) <= changes
}
