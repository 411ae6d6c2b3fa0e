import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { modeOfStep, modesOf } from '../../../goods/text/translation/apertium-routes.ts'
import { coverageOf } from '../../../goods/text/translation/check-translation.ts'
import { openApertium } from '../../../goods/text/translation/open-apertium.ts'
import type { OpenedTranslator, TranslationRoute } from '../../../goods/text/translation/translator.ts'
import { systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { evalFolder, type EvalFlags } from '../labelled-sets.ts'
import { bleu } from './bleu.ts'
import { chrf } from './chrf.ts'

/** `--ref FILE`: the translations of `--set FILE`, line by line. The endings of both names are their languages. */
export interface TranslateFlags extends EvalFlags {
  readonly ref?: string | undefined
}

interface ParallelSet {
  readonly name: string
  readonly source: string
  readonly target: string
  readonly sources: readonly string[]
  readonly references: readonly string[]
}

interface Row {
  readonly set: string
  readonly route: string
  readonly sentences: number
  readonly BLEU: string
  readonly chrF: string
  readonly coverage: string
}

const published =
  'Published on all 998 segments of WMT24 English to Spanish (BLEU, chrF): ONLINE-B 45.8, 68.8; GPT-4 46.0, 68.9; MSLC 34.6, 60.6; the source itself 3.6, 24.6'

/** Prints BLEU and chrF of every route that Apertium can take here. */
export async function evaluateTranslation(flags: TranslateFlags): Promise<void> {
  const translator = await openAllRoutes()
  if (!translator) return console.log('\ntranslate: Apertium is not installed here. Nothing was measured.')
  try {
    const given = givenSet(flags)
    const rows: Row[] = []
    for (const set of given ? [given] : [...wmtSets(), ...ownSets()]) rows.push(...(await measureSet(translator, set, flags)))
    const trips = given ? [] : await roundTrips(translator)
    if (flags.json) return console.log(JSON.stringify({ translate: rows, roundTrips: trips }))
    console.log(`\nTranslation: one reference, sacrebleu's definitions. ${published}`)
    console.table(rows)
    if (trips.length > 0) console.log('\nThere and back again, against the source')
    if (trips.length > 0) console.table(trips)
  } finally {
    await translator.close()
  }
}

/** All ways of one or two steps, measured or not. */
function openAllRoutes(): Promise<OpenedTranslator | null> {
  const steps = Object.keys(modeOfStep).map((step) => step.split('-'))
  const paths = [...steps]
  for (const [source, middle] of steps)
    for (const [from, target] of steps) if (from === middle && target !== source) paths.push([source!, middle!, target!])
  const routes = paths.map((path) => ({ path, modes: modesOf(path), quality: { chrf: 0, bleu: 0, sentences: 0 } }))
  const parts = { timers: systemTimers, log: silentLog }
  const limits = { maxAtWork: 1, maxWaiting: 0, maxRunning: 3, stepMs: 30_000, allWays: true }
  return openApertium({ directory: '/usr/share/apertium', routes, ...limits }, parts)
}

async function measureSet(translator: OpenedTranslator, set: ParallelSet, { misses }: EvalFlags): Promise<Row[]> {
  const rows: Row[] = []
  for (const route of translator.routes().filter(({ source, target }) => source === set.source && target === set.target)) {
    const { texts, coverage } = await translateAll(translator, route, set.sources)
    if (misses) for (const [index, text] of texts.entries()) console.log(`${route.path.join('-')}: ${set.sources[index]} => ${text}`)
    const figures = { BLEU: bleu(texts, set.references).toFixed(1), chrF: chrf(texts, set.references).toFixed(1) }
    rows.push({ set: set.name, route: route.path.join('-'), sentences: texts.length, ...figures, coverage: coverage.toFixed(3) })
  }
  return rows
}

async function translateAll(translator: OpenedTranslator, route: TranslationRoute, sources: readonly string[]) {
  const texts: string[] = []
  const total = { text: '', words: 0, unknownWords: 0 }
  for (const text of sources) {
    const translation = await translator.translate({ route, text, signal: new AbortController().signal })
    texts.push(translation.text)
    total.words += translation.words
    total.unknownWords += translation.unknownWords
  }
  return { texts, coverage: coverageOf(total) }
}

/** English to a language and back. */
async function roundTrips(translator: OpenedTranslator) {
  const sentences = ownSentences().map(({ en = '' }) => en)
  const rows = []
  for (const there of translator.routes().filter(({ source }) => source === 'en')) {
    const way = there.path.toReversed().join('-')
    const back = translator.routes().find(({ path }) => path.join('-') === way)
    if (!back) continue
    const { texts } = await translateAll(translator, there, sentences)
    const { texts: returned } = await translateAll(translator, back, texts)
    rows.push({
      way: `${there.path.join('-')}-${back.path.slice(1).join('-')}`,
      BLEU: bleu(returned, sentences).toFixed(1),
      chrF: chrf(returned, sentences).toFixed(1),
    })
  }
  return rows
}

function givenSet({ set: [file], ref }: TranslateFlags): ParallelSet | null {
  if (file === undefined || ref === undefined) return null
  return { name: file, source: endingOf(file), target: endingOf(ref), ...aligned(readLines(file), readLines(ref)) }
}

const endingOf = (file: string) => file.slice(file.lastIndexOf('.') + 1)
const readLines = (file: string) => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n')

/** WMT24 in both directions. */
function wmtSets(): readonly ParallelSet[] {
  const folder = evalFolder('translate')
  const [source, reference] = [`${folder}/wmt24-en-es.src.en`, `${folder}/wmt24-en-es.ref.es`]
  if (folder === null || !existsSync(source)) {
    console.log('\ntranslate: WMT24 is not here (EVALS_DIR, or shared/evals beside the checkout). Only our own sentences are measured.')
    return []
  }
  const { sources, references } = aligned(readLines(source), readLines(reference))
  return [
    { name: 'wmt24', source: 'en', target: 'es', sources, references },
    { name: 'wmt24', source: 'es', target: 'en', sources: references, references: sources },
  ]
}

function aligned(sources: readonly string[], references: readonly string[]) {
  if (sources.length !== references.length) throw new Error(`${sources.length} sources and ${references.length} references`)
  return { sources, references }
}

/** Every pair of languages of our own sentences. */
function ownSets(): readonly ParallelSet[] {
  const sentences = ownSentences()
  const languages = Object.keys(sentences[0] ?? {})
  const textsIn = (language: string) => sentences.map((sentence) => sentence[language] ?? '')
  return languages.flatMap((source) =>
    languages
      .filter((target) => target !== source)
      .map((target) => ({ name: 'own', source, target, sources: textsIn(source), references: textsIn(target) })),
  )
}

function ownSentences(): readonly Readonly<Record<string, string>>[] {
  const file = fileURLToPath(new URL('sentences.jsonl', import.meta.url))
  return readLines(file).map((line) => JSON.parse(line) as Record<string, string>)
}
