import { decodeText, parseJsonText } from './parse-json.ts'
import { UpstreamGarbage } from './upstream-errors.ts'

export interface JsonLists {
  /** Name of the lists: every list under this name is taken apart, wherever it stands. */
  readonly name: string
  /** Gets each member of those lists, in order. What it throws ends the parsing. */
  take(row: unknown): void
  /** Lets the rest of the process have its turn. */
  pause(): Promise<void>
  /** Characters that are read in one turn. */
  readonly sliceLength?: number
}

/** About a millisecond's work. */
const defaultSlice = 65_536
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * JSON of an outsider that consists of long lists for the most part: their members are parsed and handed over in slices,
 * so that a document of megabytes holds nobody up. Gives the document with those lists empty.
 * @throws UpstreamGarbage as `parseJson`
 */
export async function parseJsonLists(bytes: Uint8Array, { name, take, pause, sliceLength = defaultSlice }: JsonLists): Promise<unknown> {
  const text = decodeText(bytes)
  const key = `"${name}"`
  const rest: string[] = []
  let copied = 0
  let pausedAt = 0

  const rows = (from: number, to: number) => {
    const parsed = parseJsonText(`[${text.slice(from, to)}]`) as unknown[]
    for (const row of parsed) take(row)
  }

  /** Reads a list from behind its bracket, and gives where its end stands. */
  const readList = async (start: number): Promise<number> => {
    let depth = 0
    let sliceStart = start
    for (let index = start; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit === quote) index = endOfString(text, index)
      else if (isOpening(unit)) depth++
      else if (isClosing(unit)) {
        if (depth-- > 0) continue
        // Behind the comma that ended a slice there has to be something.
        if (sliceStart > start && text.slice(sliceStart, index).trim() === '') throw new UpstreamGarbage('not_json')
        rows(sliceStart, index)
        return index
      } else if (unit === comma && depth === 0 && index - sliceStart >= sliceLength) {
        rows(sliceStart, index)
        sliceStart = index + 1
        pausedAt = index
        await pause()
      }
    }
    throw new UpstreamGarbage('not_json')
  }

  for (let index = 0; index < text.length; index++) {
    if (index - pausedAt >= sliceLength) {
      pausedAt = index
      await pause()
    }
    if (text.charCodeAt(index) !== quote) continue
    const end = endOfString(text, index)
    const start = text.startsWith(key, index) ? startOfList(text, index + key.length) : null
    index = end
    if (start === null) continue
    rest.push(text.slice(copied, start))
    index = copied = await readList(start)
  }
  rest.push(text.slice(copied))
  return parseJsonText(rest.join(''))
}

function isOpening(unit: number): boolean {
  return unit === 0x7b || unit === 0x5b
}

function isClosing(unit: number): boolean {
  return unit === 0x7d || unit === 0x5d
}

/** Behind the bracket of the list that follows the name which ends here; null where no list follows. */
function startOfList(text: string, from: number): number | null {
  const bracket = /[ \t\r\n]*:[ \t\r\n]*\[/y
  bracket.lastIndex = from
  return bracket.test(text) ? bracket.lastIndex : null
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}
