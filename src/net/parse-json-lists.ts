import { decodeText, parseJsonText } from './parse-json.ts'
import { UpstreamGarbage } from './upstream-errors.ts'

export interface JsonLists {
  /** Name of the lists: every list under this name is handed over row by row, wherever it is in the document. */
  readonly name: string
  /** Receives each member of those lists, in order. If it throws, parsing ends. */
  take(row: unknown): void
  /** Lets other work of the process run. */
  pause(): Promise<void>
  /** Characters read between two pauses. */
  readonly sliceLength?: number
}

/** About a millisecond's work. */
const defaultSlice = 65_536
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * Parses JSON of an outsider that consists mostly of long lists. Their members are parsed and handed over in slices, so that
 * a document of megabytes does not block the event loop. Returns the document with those lists empty.
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

  /** Reads a list from behind its opening bracket. Returns the index of its closing bracket. */
  const readList = async (start: number): Promise<number> => {
    let depth = 0
    let sliceStart = start
    for (let index = start; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit === quote) index = endOfString(text, index)
      else if (isOpening(unit)) depth++
      else if (isClosing(unit)) {
        if (depth-- > 0) continue
        // A member must follow the comma that ended the last slice.
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

/** The index behind the opening bracket of the list after a name; null where no list follows. */
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
