/** A text that is cut to fewer characters than this says nothing. */
const minCharacters = 12
/** How much is left of the texts in the first element of a list, where the element is too long as a whole. */
const maxCharactersInElement = 60
const ellipsis = '…'

/** Bytes of the value as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** The first part of a text, or the first elements of a list or map, in at most so many bytes of JSON; undefined where none fits. */
export function shortenValue(value: unknown, maxBytes: number): unknown {
  if (typeof value === 'string') return shortenText(value, maxBytes)
  if (Array.isArray(value)) return shortenList(value, maxBytes)
  if (typeof value === 'object' && value !== null) return shortenMap(value as Readonly<Record<string, unknown>>, maxBytes)
  return undefined
}

function shortenText(text: string, maxBytes: number): string | undefined {
  let kept = ''
  let left = maxBytes - bytesOf(ellipsis)
  let count = 0
  for (const character of text) {
    // Without the quotes.
    left -= bytesOf(character) - 2
    if (left < 0) return count < minCharacters ? undefined : kept.trimEnd() + ellipsis
    kept += character
    count += 1
  }
  return text
}

function shortenList(list: readonly unknown[], maxBytes: number): unknown[] | undefined {
  const kept: unknown[] = []
  let left = maxBytes - 2
  for (const element of list) {
    const fitting = [element, ...(kept.length === 0 ? [withShortTexts(element)] : [])].find((one) => bytesOf(one) + 1 <= left)
    if (fitting === undefined) break
    kept.push(fitting)
    left -= bytesOf(fitting) + 1
  }
  return kept.length === 0 && list.length > 0 ? undefined : kept
}

function shortenMap(map: Readonly<Record<string, unknown>>, maxBytes: number): Record<string, unknown> | undefined {
  const kept: [string, unknown][] = []
  let left = maxBytes - 2
  for (const [name, value] of Object.entries(map)) {
    const bytes = bytesOf(name) + bytesOf(value) + 2
    if (bytes > left) break
    kept.push([name, value])
    left -= bytes
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    const characters = [...value]
    return characters.length <= maxCharactersInElement ? value : characters.slice(0, maxCharactersInElement).join('').trimEnd() + ellipsis
  }
  if (Array.isArray(value)) return value.slice(0, 1).map(withShortTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withShortTexts(one)]))
}
