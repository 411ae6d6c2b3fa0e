import { joinLines } from '../basics/join-lines.ts'

/** A piece of a text: one that is translated, or one that stays as it is. */
export interface TextPiece {
  readonly kind: 'unit' | 'kept'
  readonly text: string
}

/** Blocks of code, which nobody wants translated. */
const codeBlock = /```[\s\S]{0,10000}?```/g

/** What begins a line and is no part of its sentence: blanks, signs of lists, headings and quotations. */
const lead = /^(?:\s{1,100}|[-*+•‣◦▪●–—>]{1,6}\s|#{1,6}\s|\(?\d{1,3}[.)]\s){1,6}/

/** Where no line of a paragraph goes on. Only a program writes a NUL. */
const lineEnd = /[\0\n\r\u0085\u2028\u2029]+/g

/**
 * Takes a text apart into what is translated by itself (a paragraph, a heading, a point of a list) and what stands
 * between them. Line breaks inside of a sentence stay in its unit. All pieces together are the text.
 */
export function splitUnits(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const { 0: block, index } of text.matchAll(codeBlock)) {
    addLines(text.slice(from, index), pieces)
    pieces.push({ kind: 'kept', text: block })
    from = index + block.length
  }
  addLines(text.slice(from), pieces)
  return pieces
}

function addLines(text: string, pieces: TextPiece[]): void {
  // It has the same length, so places in one are places in the other.
  const flat = joinLines(text)
  let from = 0
  for (const { 0: breaks, index } of flat.matchAll(lineEnd)) {
    addLine(text.slice(from, index), pieces)
    keep(breaks, pieces)
    from = index + breaks.length
  }
  addLine(text.slice(from), pieces)
}

function addLine(line: string, pieces: TextPiece[]): void {
  const start = lead.exec(line)?.[0] ?? ''
  const body = line.slice(start.length).trimEnd()
  if (!/\p{L}/u.test(body)) return keep(line, pieces)
  keep(start, pieces)
  pieces.push({ kind: 'unit', text: body })
  keep(line.slice(start.length + body.length), pieces)
}

function keep(text: string, pieces: TextPiece[]): void {
  if (text !== '') pieces.push({ kind: 'kept', text })
}
