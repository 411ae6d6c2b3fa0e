import { isMap, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import type { FileFault, Path } from './file-fault.ts'

/** Bytes. A file with 2,000 offers and their schemas has less. */
const maxFileBytes = 4_000_000

/** A parsed file, and where its members are. */
export interface ParsedText {
  readonly value: unknown
  /** The place of a member, or of the nearest one around it that is in the file. */
  placeOf(path: Path, options?: { readonly ofName?: boolean }): { readonly line: number; readonly column: number }
}

/** Reads YAML 1.2, of which JSON is a part. No tag makes anything but plain values. */
export function parseText(text: string): ParsedText | { readonly faults: readonly FileFault[] } {
  const lines = new LineCounter()
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  if (Buffer.byteLength(text) > maxFileBytes) {
    return { faults: [{ at: '', message: `the file has more than ${maxFileBytes} bytes`, line: null, column: null }] }
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    version: '1.2',
    schema: 'core',
    customTags: [],
    logLevel: 'silent',
  })
  const faults = [
    ...document.errors.map(({ message, pos }) => ({ at: '', message, ...placeAt(pos[0]) })),
    ...inexactNumbers(document, placeAt),
  ]
  if (faults.length > 0) return { faults: faults.slice(0, 20) }
  try {
    return {
      value: document.toJS({ maxAliasCount: 50 }),
      placeOf: (path, options) => placeAt(offsetOf(document, path, options?.ofName === true)),
    }
  } catch {
    return { faults: [{ at: '', message: 'it repeats parts of itself by * too often: write them out', line: null, column: null }] }
  }
}

/** A price or a limit that a computer would change is a fault: nothing is rounded. */
function inexactNumbers(document: Document, placeAt: (offset: number) => { line: number; column: number }): FileFault[] {
  const faults: FileFault[] = []
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'number' || node.source === undefined || !/^[-+]?[0-9.]+$/.test(node.source)) return
      // A very small number is not a price, and the check of prices says so.
      const kept = String(node.value)
      if (kept.includes('e') || plainNumber(node.source) === plainNumber(kept)) return
      faults.push({
        at: '',
        message: `the number ${node.source.slice(0, 60)} cannot be kept exactly: write it in quotes`,
        ...placeAt(node.range?.[0] ?? 0),
      })
    },
  })
  return faults
}

/** Without signs and zeros that mean nothing. */
function plainNumber(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^\+/, '').split('.')
  const digits = fraction.replace(/0+$/, '')
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1') || '0'}${digits === '' ? '' : `.${digits}`}`
}

function offsetOf(document: Document, path: Path, ofName: boolean): number {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length)
    const parent: unknown = length === 1 ? document.contents : document.getIn(part.slice(0, -1), true)
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(part.at(-1)))
      const node = pair && (ofName ? pair.key : (pair.value ?? pair.key))
      const start = (node as { readonly range?: readonly number[] | null } | undefined)?.range?.[0]
      if (start !== undefined) return start
    } else {
      const node = document.getIn(part, true) as { readonly range?: readonly number[] | null } | undefined
      if (node?.range) return node.range[0] ?? 0
    }
  }
  return document.contents?.range?.[0] ?? 0
}
