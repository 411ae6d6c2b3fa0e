import type { AnyOffer } from '../../offers/offer.ts'
import { openapiPath } from '../../offers/path-template.ts'
import { outlinesOf, richestWithin } from '../../offers/outline-schema.ts'
import type { Steps } from '../../shared/in-turns.ts'
import { lineOf, linesOf } from '../../offers/line-of.ts'
import { lineDocument } from './line-document.ts'
import { documentWith } from './openapi-document.ts'
import { essentialOperation, operation, shortInputs, type OperationFacts } from './openapi-operation.ts'
import { allSchemas, type AllSchemas } from './openapi-schemas.ts'
import type { ServiceFacts } from './service-facts.ts'

type Json = Readonly<Record<string, unknown>>

/** How much of each operation a document has. Figures are characters. */
interface Level {
  /** Of the schema of an answer; null where answers are not described. */
  readonly answer: number | null
  /** Of a purpose. */
  readonly purpose: number
  /** Of each schema of a request. */
  readonly input: number
  /** Only what no reader can do without. */
  readonly essentials?: 'with-input' | 'alone'
}

const all = Number.POSITIVE_INFINITY

/**
 * From the most detailed to the least. Answers are shortened first, the longest of them first, then purposes. Requests are described in full
 * until there is no room even for the names of answers.
 */
const levels: readonly Level[] = [
  ...[all, 4000, 3000, 2500, 2000, 1700, 1400, 1200, 1000, 850, 700, 550, 400, 300, 200, 0].map((answer) => ({
    answer,
    purpose: all,
    input: all,
  })),
  ...[160, 120, 112, 80, 50].map((purpose) => ({ answer: 0, purpose, input: all })),
  ...[all, 800, 400, 200, 100].map((input) => ({ answer: null, purpose: 50, input })),
  { answer: null, purpose: 0, input: 100 },
  { answer: null, purpose: 0, input: 0, essentials: 'with-input' },
  { answer: null, purpose: 0, input: 0, essentials: 'alone' },
]

/** Offers between two pauses. The document is written once after them, which takes longer. */
const offersAtOnce = 25

/**
 * The most detailed document of at most this many bytes. It names every offer: where not even the essentials of all of them fit, `x-lines` says
 * which lines are missing and where they are.
 */
export function* openapiWithin(maxBytes: number, whole: ServiceFacts): Steps<Json> {
  const facts = { ...whole, offers: withoutVariants(whole.offers), variants: whole.offers }
  const short = yield* shortAnswers(yield* allSchemas(facts.offers))
  const fits = (document: Json) => Buffer.byteLength(JSON.stringify(document)) <= maxBytes
  let [best, from, to] = [null as Json | null, 0, levels.length - 1]
  // A less detailed document is not longer, so half of the levels that are left are out of question after each try.
  while (from <= to) {
    const middle = Math.floor((from + to) / 2)
    const document = yield* documentAt(levels[middle]!, facts, short)
    yield
    if (fits(document)) [best, to] = [document, middle - 1]
    else from = middle + 1
    yield
  }
  if (best) return best
  return yield* withoutSomeLines(facts, short, fits)
}

/** The essentials of as many lines as there is room for, in their order. */
function* withoutSomeLines(facts: OperationFacts, short: ShortAnswers, fits: (document: Json) => boolean): Steps<Json> {
  const counts = new Map<string, number>()
  for (const offer of facts.offers) counts.set(lineOf(offer), (counts.get(lineOf(offer)) ?? 0) + 1)
  const lines = [...counts.keys()]
  for (let kept = lines.length - 1; ; kept -= 1) {
    const missing = new Map([...counts].slice(kept))
    const document = yield* documentAt(levels.at(-1)!, facts, short, missing)
    if (kept === 0 || fits(document)) return document
    yield
  }
}

interface ShortAnswers extends AllSchemas {
  readonly outlines: readonly ReturnType<typeof outlinesOf>[]
  readonly outlinesOfComponents: readonly (readonly [name: string, outlines: ReturnType<typeof outlinesOf>])[]
}

/** The top members of an answer are always named. Shared parts may be reduced to their type. */
function* shortAnswers(schemas: AllSchemas): Steps<ShortAnswers> {
  const outlines: ReturnType<typeof outlinesOf>[] = []
  for (const answer of schemas.answers) {
    outlines.push(outlinesOf(answer, 1))
    yield
  }
  return {
    ...schemas,
    outlines,
    outlinesOfComponents: Object.entries(schemas.components).map(([name, part]) => [name, outlinesOf(part, 0)] as const),
  }
}

function* documentAt(
  level: Level,
  facts: OperationFacts,
  schemas: ShortAnswers,
  missing: ReadonlyMap<string, number> = new Map(),
): Steps<Json> {
  const { answer: budget, purpose, input } = level
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [index, offer] of facts.offers.entries()) {
    if (index % offersAtOnce === offersAtOnce - 1) yield
    if (missing.has(lineOf(offer))) continue
    const inputs = schemas.inputs[index] ?? {}
    const one = level.essentials
      ? essentialOperation(offer, inputs, facts, level.essentials === 'with-input')
      : operation(
          inBrief(offer, purpose),
          input === all ? inputs : shortInputs(inputs, input),
          budget === null ? null : { schema: richestWithin(schemas.outlines[index]!, budget) },
          facts,
        )
    ;(paths[openapiPath(offer.template)] ??= {})[offer.method.toLowerCase()] = one
  }
  const parts = schemas.outlinesOfComponents.map(([name, outlines]) => [name, richestWithin(outlines, budget ?? 0)] as const)
  return documentWith(facts, {
    paths,
    components: Object.fromEntries(parts),
    isFull: false,
    more: input === all ? {} : linesOfDocument(facts, missing),
  })
}

/** Where the rest of an operation is: a document for each line. */
function linesOfDocument({ offers, publicUrl }: OperationFacts, missing: ReadonlyMap<string, number>): Json {
  return {
    'x-lines': {
      description:
        'Each operation in full, with the schemas of its request and answer, is in the document of its line: the first segment of its path after the version.',
      openapi: `${publicUrl}${lineDocument('{line}')}`,
      lines: linesOf(offers),
      ...(missing.size > 0 ? { onlyThere: Object.fromEntries(missing) } : {}),
    },
  }
}

const mainOffers = new WeakMap<readonly AnyOffer[], readonly AnyOffer[]>()

/** The offers that are not another form of one of them. For the same list it returns the same one, since the schemas are kept by it. */
function withoutVariants(offers: readonly AnyOffer[]): readonly AnyOffer[] {
  const known = mainOffers.get(offers)
  if (known) return known
  const ids = new Set(offers.map(({ id }) => id))
  const main = offers.filter(({ variantOf }) => variantOf === undefined || !ids.has(variantOf))
  mainOffers.set(offers, main)
  return main
}

/** The offer with a short purpose: where a catalog is so long that outlines alone are not enough. `/llms-full.txt` has it in full. */
function inBrief(offer: AnyOffer, characters: number): AnyOffer {
  if (offer.purpose.length <= characters) return offer
  const start = offer.purpose.slice(0, characters)
  return { ...offer, purpose: `${start.slice(0, start.lastIndexOf(' '))} …` }
}
