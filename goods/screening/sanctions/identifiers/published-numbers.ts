import type { IdentifierKind } from './identifier-kinds.ts'
import { introducedNumbers, plainText, wordsOf } from './read-numbers.ts'

/** A number by which a list identifies an entry. */
export interface ListedIdentifier {
  readonly kind: IdentifierKind
  /** As the list writes it, without the words around it. */
  readonly text: string
}

/** One field holds several: `(1) 12345 (2) 67890`, `A1; B2`, `A1 and B2`. */
const between = /[;\n|]|\(\s*\d{1,2}\s*\)|\s(?:and|or|et|alt\.)\s|,(?=\s)/i
const maxPieces = 60
const maxLength = 60

/** The numbers in a field that holds numbers of a kind, with the remarks that lists write beside them: `Booklet A5250088`. */
export function publishedNumbers(field: string, kind: IdentifierKind): ListedIdentifier[] {
  return plainText(field)
    .split(between)
    .slice(0, maxPieces)
    .flatMap((piece) => numbersOf(piece.replace(/\([^)]*\)/g, ' ').trim(), kind))
}

function numbersOf(piece: string, kind: IdentifierKind): ListedIdentifier[] {
  if (piece === '' || piece.length > 2 * maxLength) return introduced(piece, kind)
  if (kind === 'email' || kind === 'website' || kind === 'phone') return [{ kind, text: piece.slice(0, maxLength) }]
  const labelled = introduced(piece, kind)
  if (labelled.length > 0) return labelled
  const words = wordsOf(piece)
  const first = words.findIndex(({ text }) => /\d/.test(text))
  if (first < 0) return words.length === 1 && /^[A-Z][A-Z0-9-]{3,14}$/.test(piece) ? [{ kind, text: piece }] : []
  const prefix = words[first - 1]
  const start = prefix && /^[A-Z]{1,3}$/.test(prefix.text) ? prefix : words[first]
  let last = first
  while (/\d/.test(words[last + 1]?.text ?? '')) last++
  return [{ kind, text: piece.slice(start?.start ?? 0, words[last]?.end).slice(0, maxLength) }]
}

function introduced(piece: string, kind: IdentifierKind): ListedIdentifier[] {
  return introducedNumbers(piece).map((one) => ({
    kind: one.kind ?? kind,
    text: (one.prefix === null ? one.text : `${one.prefix} ${one.text}`).slice(0, maxLength),
  }))
}

/** The numbers in a remark: only those that it introduces as such. */
export function remarkedNumbers(remark: string): ListedIdentifier[] {
  if (!/\d{4}|\b[A-Z]{6}[A-Z0-9]{2}\b/.test(remark)) return []
  return introducedNumbers(plainText(remark.slice(0, 20_000))).flatMap(({ kind, text }) =>
    kind === null || kind === 'phone' || kind === 'account' ? [] : [{ kind, text: text.slice(0, maxLength) }],
  )
}
