import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { methods, takesBody } from '../shared/http-methods.ts'
import { checkBrief } from './brief/check-brief.ts'
import { whyNotSent } from './byte-answers.ts'
import type { ComputedAccess } from './computed-price.ts'
import { jsonSchemaOf } from './offer-schemas.ts'
import type { AnyOffer } from './offer.ts'
import { parametersOf, templatesCollide } from './path-template.ts'
import { isReservedPath } from './reserved-paths.ts'
import { watchlistParameters } from './watchlist/watchlist-query.ts'
import { problemKind } from '../shared/problems.ts'

/** The list of offers is wrong; `faults` holds everything that is wrong with it. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`the catalog can't be built:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

const idPattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const parameter = '[a-z][a-zA-Z0-9]*'
const routePattern = new RegExp(
  `^(?:${methods.join('|')}) (?=/)(?:/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*|\\{${parameter}\\}))*(?:/\\{\\+${parameter}\\})?$`,
)

/** Everything that is wrong with these offers, in words; empty when nothing is. */
export function checkOffers(offers: readonly AnyOffer[]): string[] {
  return checks(offers).flatMap((check) => check())
}

/** The same while the service answers calls: `pause` is awaited between two offers, since the first check of one takes a few milliseconds. */
export async function checkOffersInTurns(offers: readonly AnyOffer[], pause: () => Promise<void>): Promise<string[]> {
  const faults: string[] = []
  for (const check of checks(offers)) {
    faults.push(...check())
    await pause()
  }
  return faults
}

function checks(offers: readonly AnyOffer[]): (() => string[])[] {
  return [
    ...offers.map((offer, index) => () => duplicates(offer, offers.slice(0, index))),
    ...offers.map((offer) => () => checkOffer(offer).map((fault) => `${offer.id}: ${fault}`)),
  ]
}

function duplicates(offer: AnyOffer, before: readonly AnyOffer[]): string[] {
  return before.flatMap((earlier) => [
    ...(earlier.id === offer.id ? [`${offer.id}: the id is used twice`] : []),
    ...(earlier.method === offer.method && templatesCollide(earlier.template, offer.template)
      ? [`${offer.id}: its route ${offer.route} collides with ${earlier.route} of ${earlier.id}`]
      : []),
    ...offer.problems
      .filter((one) => earlier.problems.some((other) => other.code === one.code && !isDeepStrictEqual(other, one)))
      .map(({ code }) => `${offer.id}: its problem ${code} is another one than that of ${earlier.id}`),
  ])
}

/** A code says the same in every answer of a service. */
function checkProblems({ problems }: AnyOffer): string[] {
  return problems.flatMap(({ code, status, title, fix }) => [
    ...(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code) ? [] : [`the code of its problem "${code}" is not snake_case`]),
    ...(problemKind(code) === null ? [] : [`its problem ${code} is one of the service itself: choose another code`]),
    ...(Number.isInteger(status) && status >= 400 && status < 600 && status !== 402
      ? []
      : [`its problem ${code} has the status ${status}`]),
    ...(title === '' || fix === '' ? [`its problem ${code} needs a title and a fix`] : []),
  ])
}

function checkOffer(offer: AnyOffer): string[] {
  const faults: string[] = []
  if (!idPattern.test(offer.id)) faults.push('the id is not kebab-case')
  if (!routePattern.test(offer.route)) faults.push(`the route "${offer.route}" is not a method and a path template`)
  if (offer.access.kind !== 'free' && offer.access.price <= 0n) faults.push('a paid offer must have a price above zero')
  if (offer.access.kind === 'computed') faults.push(...checkComputed(offer, offer.access))
  if (!takesBody(offer.method) && offer.body) faults.push(`a ${offer.method} route takes no body`)
  if (isReservedPath(offer.template)) faults.push(`the service itself answers at ${offer.template}: choose another path`)
  if (offer.watchlist) faults.push(...checkWatchlist(offer))
  if (offer.title === '' || offer.purpose === '') faults.push('title and purpose must not be empty')
  return [
    ...faults,
    ...checkProblems(offer),
    ...checkDocument(offer),
    ...checkBytes(offer),
    ...checkBrief(offer),
    ...checkSchemas(offer),
    ...checkAnswerSchema(offer),
    ...checkParameters(offer),
    ...checkExample(offer),
  ]
}

function checkComputed({ example, path, query, body, minPrice, watchlist }: AnyOffer, access: ComputedAccess): string[] {
  const faults = [
    ...(access.most < access.price ? ['its highest price is below its least'] : []),
    ...(access.words === '' ? ['a computed price says in words how it is computed'] : []),
    ...(minPrice !== undefined && access.price < minPrice ? ['its least price is below what a call may cost'] : []),
    ...(watchlist ? ['a watchlist has a fixed price'] : []),
  ]
  const [parsedPath, parsedQuery, parsedBody] = [path, query, body].map((schema: z.ZodType | null, index) =>
    schema?.safeParse([example.path ?? {}, example.query ?? {}, example.body][index]),
  )
  // Another check says where the example does not fit.
  if ([parsedPath, parsedQuery, parsedBody].some((parsed) => parsed?.success === false)) return faults
  try {
    const { price } = access.priceOf({ path: parsedPath?.data ?? {}, query: parsedQuery?.data ?? {}, body: parsedBody?.data })
    return typeof price === 'bigint' && price <= access.most ? faults : [...faults, 'its example would cost more than the highest price']
  } catch (error) {
    return [...faults, `the price of its example can't be computed: ${error instanceof Error ? error.message : 'unknown'}`]
  }
}

function checkBytes({ answers, answer, settle, access, example }: AnyOffer): string[] {
  if (answers === null) return []
  const { types, headers = [], maxBytes, streams = false, refusals = [] } = answers
  const unreadable = [...types, ...refusals].filter((type) => !/^(?:\*\/\*|[a-z0-9.+-]+\/(?:\*|[a-z0-9.+-]+))$/.test(type))
  return [
    ...(types.length === 0 ? ['an offer that answers with bytes names the media types of its answers'] : []),
    ...unreadable.map((type) => `"${type}" is not a media type in lower case and without parameters`),
    ...headers.filter((name) => whyNotSent(name) !== null).map((name) => `its header ${name} can't be let through: ${whyNotSent(name)}`),
    ...(Number.isSafeInteger(maxBytes) && maxBytes > 0 ? [] : ['maxBytes is not a number of bytes']),
    ...(streams && settle !== 'first' && access.kind !== 'free' ? ['an offer that streams is free or settled first'] : []),
    ...(example.answer !== undefined && answers.schema && !(answer as z.ZodType).safeParse(example.answer).success
      ? ['the answer of its example does not fit its schema']
      : []),
  ]
}

function checkDocument({ document, answer, steadyMs }: AnyOffer): string[] {
  if (!document) return []
  const members = declaredMembers(answer as z.ZodType)
  return [
    ...['mimeType', 'bytes', 'data'].filter((name) => !members.includes(name)).map((name) => `its answer is a document without "${name}"`),
    ...(steadyMs === undefined ? [] : ['an answer that is a document cannot be steady']),
  ]
}

/** The rule rests on a payer, on an answer that is stored before its settlement, and on the parameters that the gate reads. */
function checkWatchlist(offer: AnyOffer): string[] {
  const declared = declaredMembers(offer.query)
  return [
    ...(offer.access.kind === 'fixed' ? [] : ['a watchlist has a fixed price']),
    ...(offer.settle === 'first' ? ['a watchlist is not settled first'] : []),
    ...(offer.answerAfter === 'verified' ? ['a watchlist is not answered early'] : []),
    ...Object.keys(watchlistParameters)
      .filter((name) => !declared.includes(name))
      .map((name) => `the query schema lacks "${name}" of a watchlist`),
  ]
}

function checkSchemas(offer: AnyOffer): string[] {
  return (['path', 'query', 'body', 'answer'] as const).flatMap((part) => {
    if (offer[part] === null) return []
    try {
      jsonSchemaOf(offer[part])
      return []
    } catch (error) {
      return [`the ${part} schema has no JSON Schema: ${error instanceof Error ? error.message : 'unknown'}`]
    }
  })
}

/** Parts of a schema that make another value of what they read. An answer goes out as it was made, so it would not be the one that was checked. */
const changing: ReadonlySet<string> = new Set(['catch', 'coerce', 'default', 'pipe', 'prefault'])

/** Checked once for all copies of an offer: this takes longer than all the rest. */
const checkedAnswers = new WeakMap<z.ZodType, readonly string[]>()

function checkAnswerSchema({ answer }: AnyOffer): readonly string[] {
  const known = checkedAnswers.get(answer as z.ZodType)
  if (known) return known
  const faults = faultsOfAnswer(answer as z.ZodType)
  checkedAnswers.set(answer as z.ZodType, faults)
  return faults
}

function faultsOfAnswer(answer: z.ZodType): readonly string[] {
  const found = new Set<string>()
  try {
    z.toJSONSchema(answer, { io: 'input', override: ({ zodSchema }) => void found.add(kindOf(zodSchema as unknown as z.ZodType)) })
  } catch {
    // Another check says that the schema can't be described.
    return []
  }
  const kinds = [...found].filter((kind) => changing.has(kind))
  return kinds.map((kind) => `the answer schema changes what it reads (${kind}), and an answer goes out as it was made`)
}

function kindOf({ def }: z.ZodType): string {
  return 'coerce' in def && def.coerce === true ? 'coerce' : def.type
}

function checkParameters(offer: AnyOffer): string[] {
  const inTemplate = parametersOf(offer.template)
  const inSchema = declaredMembers(offer.path)
  const twice = inTemplate.filter((name, index) => inTemplate.indexOf(name) !== index)
  return [
    ...twice.map((name) => `the template names {${name}} twice`),
    ...inTemplate.filter((name) => !inSchema.includes(name)).map((name) => `the path schema does not declare {${name}}`),
    ...inSchema
      .filter((name) => !inTemplate.includes(name))
      .map((name) => `the path schema declares "${name}", which is not in the template`),
  ]
}

function declaredMembers(schema: z.ZodType | null): string[] {
  if (!schema) return []
  try {
    return Object.keys(jsonSchemaOf(schema)['properties'] ?? {})
  } catch {
    return []
  }
}

function checkExample(offer: AnyOffer): string[] {
  const { example } = offer
  const parts = offer.answers ? (['path', 'query', 'body'] as const) : (['path', 'query', 'body', 'answer'] as const)
  const faults = parts.flatMap((part) => {
    const schema = offer[part] as z.ZodType | null
    const value: unknown = example[part]
    if (!schema) return value === undefined ? [] : [`the example has a ${part}, but the offer has no schema for it`]
    const parsed = schema.safeParse(value ?? (part === 'path' || part === 'query' ? {} : value))
    if (parsed.success) return []
    return parsed.error.issues.map(
      (issue) => `the example does not fit its schema at ${[part, ...issue.path].map(String).join('.')}: ${issue.message}`,
    )
  })
  return faults.length > 0 || isJson(example) ? faults : ['the example is not plain JSON']
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
