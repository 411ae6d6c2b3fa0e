import { untranslatableSpans, untranslatableSpansAndNumbers } from './untranslatable-spans.ts'
import { PipelineFailed } from './pipeline.ts'
import { closeUnit, decodeUnit, encodeUnit, openUnit, type DecodedUnit } from './stream-format.ts'

/** Sends units through one mode: as many outputs as inputs, in their order. */
export type SendUnits = (streams: readonly string[]) => Promise<readonly string[]>

/**
 * Translates units. A unit in which the engine lost a kept piece, or changed a number, is translated again with its numbers
 * kept, and after that in the parts between its kept pieces.
 * @throws PipelineFailed where an output belongs to another unit
 */
export async function translateUnits(units: readonly string[], send: SendUnits): Promise<readonly DecodedUnit[]> {
  const first = await attempt(units, untranslatableSpans, send)
  const wrong = units.map((_, index) => index).filter((index) => !isWhole(units[index], first[index]))
  if (wrong.length === 0) return first.flatMap((one) => one ?? [])
  const again = await attempt(
    wrong.map((index) => units[index] ?? ''),
    untranslatableSpansAndNumbers,
    send,
  )
  const results = [...first]
  for (const [at, index] of wrong.entries()) {
    const unit = units[index] ?? ''
    const better = again[at] ?? null
    results[index] = isWhole(unit, better) ? better : await translateBetween(unit, send)
  }
  return results.flatMap((one) => one ?? [])
}

async function attempt(units: readonly string[], kept: RegExp, send: SendUnits): Promise<readonly (DecodedUnit | null)[]> {
  const encoded = units.map((unit) => encodeUnit(unit, kept))
  const outputs = await send(encoded.map(({ stream }, number) => closeUnit(stream, number)))
  if (outputs.length !== units.length) throw new PipelineFailed('it did not answer every text')
  return encoded.map(({ stream, kept: pieces }, number) => {
    const output = openUnit(outputs[number] ?? '', stream, number)
    if (output === null) throw new PipelineFailed('it mixed up its texts')
    const decoded = decodeUnit(output, pieces)
    return decoded && { ...decoded, text: tidy(units[number] ?? '', decoded.text) }
  })
}

async function translateBetween(unit: string, send: SendUnits): Promise<DecodedUnit> {
  const kept = [...unit.matchAll(untranslatableSpansAndNumbers)]
  const between: string[] = []
  let from = 0
  for (const { 0: found, index } of kept) {
    between.push(unit.slice(from, index))
    from = index + found.length
  }
  between.push(unit.slice(from))
  const translated = await attempt(between, untranslatableSpans, send)
  return {
    text: between.map((part, index) => `${outerBlanks(part, translated[index]?.text ?? part)}${kept[index]?.[0] ?? ''}`).join(''),
    unknown: translated.flatMap((one) => one?.unknown ?? []),
  }
}

function outerBlanks(source: string, translated: string): string {
  const [before = ''] = /^\s*/.exec(source) ?? []
  if (before.length === source.length) return source
  const [after = ''] = /\s*$/.exec(source) ?? []
  return `${before}${translated.trim()}${after}`
}

/** The engine leaves a blank where it drops a word. */
function tidy(source: string, translated: string): string {
  const text = translated.trim()
  return /[^\S\n]{2}/.test(source) ? text : text.replaceAll(/ {2,}/g, ' ')
}

function isWhole(source: string | undefined, translated: DecodedUnit | null | undefined): boolean {
  return Boolean(translated) && digits(source ?? '') === digits(translated?.text ?? '')
}

/** All numbers of a text, in one order. */
function digits(text: string): string {
  return (text.match(/\d+/g) ?? []).sort().join(' ')
}
