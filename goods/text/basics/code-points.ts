/** Translates indexes of a string, which count UTF-16 units, to offsets in code points, which answers count in. */
export interface CodePointOffsets {
  /** Code points of the whole text. */
  readonly length: number
  /** Code points before an index; inside of a surrogate pair, the pair counts. */
  at(index: number): number
}

/** Reads the text once. A text without surrogate pairs costs no memory, another one four bytes a unit. */
export function codePointOffsets(text: string): CodePointOffsets {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return { length: text.length, at: (index) => Math.min(Math.max(index, 0), text.length) }
  const before = new Uint32Array(text.length + 1)
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    before[index] = count
    if (!isSecondOfPair(text, index + 1)) count += 1
  }
  before[text.length] = count
  return { length: count, at: (index) => before[Math.min(Math.max(index, 0), text.length)] ?? count }
}

/** Code points of a text. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index += 1) if (isSecondOfPair(text, index)) count -= 1
  return count
}

function isSecondOfPair(text: string, index: number): boolean {
  return isBetween(text.charCodeAt(index), 0xdc00, 0xdfff) && isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff)
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last
}
