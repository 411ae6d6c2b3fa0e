import type { Context, Hono } from 'hono'
import type { AnyOffer } from '../../offers/offer.ts'
import { expectedAt } from '../../shared/issue-messages.ts'
import { Problem } from '../../shared/problems.ts'
import { basePath, type PageFacts } from '../console/page-frame.ts'
import { pageResponse } from '../console/page-response.ts'
import { examplesPage } from '../console/pages/examples-page.ts'
import { wantsPage } from '../console/wants-page.ts'
import { commonHeaders } from '../http/headers.ts'
import { refusalResponse } from '../http/respond.ts'
import { commentLine } from './comment-line.ts'
import type { ExampleInput } from './example-input.ts'
import { exampleLanguages } from './example-languages.ts'
import { examplesMarkdown, offerExamples } from './offer-examples.ts'
import { priceMessage } from './price-messages.ts'

/** The common input of all examples, and the offers. */
export interface ExampleFacts extends Omit<ExampleInput, 'offer'> {
  readonly offers: readonly AnyOffer[]
  readonly page: PageFacts
}

/**
 * `/examples`: the list; `/examples/{offer-id}`: the code to call an offer, in Markdown, or in JSON if the client accepts it or
 * sends `?format=json`; `?lang=` returns one language alone, as a file. `/examples/{offer-id}/answer`: a sample of the answer.
 */
export function examplesRoutes(app: Hono, facts: ExampleFacts): void {
  const offers = new Map(facts.offers.map((offer) => [offer.id, offer]))
  app.get('/examples', (context) =>
    asksForPage(context)
      ? pageResponse(examplesPage(facts.offers, facts.freeCallsPerDay, facts.page), facts.baseUrl)
      : wantsJson(context)
        ? answer('application/json', JSON.stringify(listOf(facts)))
        : answer(markdown, listMarkdown(facts)),
  )
  app.get('/examples/:id/answer', (context) => sampleAnswer(offers, context.req.param('id')))
  app.get('/examples/:id', (context) => {
    const offer = offers.get(context.req.param('id'))
    if (!offer) return refusalResponse(new Problem('not_found', 'No offer has this id; /examples lists them.'))
    const input = { ...facts, offer }
    const language = context.req.query('lang')
    if (language !== undefined) return oneLanguage(input, language)
    if (asksForPage(context)) return toOffer(offer, facts)
    const examples = offerExamples(input)
    return wantsJson(context) ? answer('application/json', JSON.stringify(examples)) : answer(markdown, examplesMarkdown(examples))
  })
}

/** A format in the address counts for more than what a browser accepts. */
function asksForPage(context: Context): boolean {
  return context.req.query('format') === undefined && wantsPage(context.req.raw.headers.get('accept'))
}

/** The page of an offer has its code. */
function toOffer({ id }: AnyOffer, { baseUrl }: ExampleFacts): Response {
  const headers = { ...commonHeaders, Location: `${basePath(baseUrl)}/offers/${id}#code`, 'Cache-Control': 'no-store', Vary: 'Accept' }
  return new Response(null, { status: 303, headers })
}

function sampleAnswer(offers: ReadonlyMap<string, AnyOffer>, id: string): Response {
  const offer = offers.get(id)
  if (!offer) return refusalResponse(new Problem('not_found', 'No offer has this id; /examples lists them.'))
  const sample: unknown = offer.example.answer
  if (sample === undefined)
    return refusalResponse(new Problem('not_found', 'There is no sample of this answer, which is neither JSON nor text.'))
  const type = offer.answers?.types.find((one) => !one.includes('*')) ?? 'application/json'
  return typeof sample === 'string' && offer.answers ? answer(type, sample) : answer('application/json', JSON.stringify(sample))
}

const markdown = 'text/markdown; charset=utf-8'

function oneLanguage(input: ExampleInput, id: string): Response {
  const language = exampleLanguages.find((one) => one.id === id)
  const code = language?.generate(input) ?? null
  if (code !== null) return answer('text/plain; charset=utf-8', code)
  const expected = `one of ${offerExamples(input)
    .examples.map(({ language }) => language)
    .join(', ')}`
  return refusalResponse(new Problem('invalid_input', expectedAt('query.lang', expected), { field: 'query.lang', expected }))
}

function listOf(facts: ExampleFacts): unknown {
  return {
    languages: exampleLanguages.map(({ id, title, install }) => ({ id, title, install })),
    offers: facts.offers.map((offer) => ({
      id: offer.id,
      title: offer.title,
      price: priceMessage({ ...facts, offer }),
      url: `${facts.baseUrl}/examples/${offer.id}`,
    })),
  }
}

function listMarkdown(facts: ExampleFacts): string {
  const lines = facts.offers.map(
    (offer) => `- [${commentLine(offer.title)}](${facts.baseUrl}/examples/${offer.id}): ${priceMessage({ ...facts, offer })}`,
  )
  return `# Examples

Ready-to-run code to call every offer: ${exampleLanguages.map(({ id, title }) => `${title} (\`?lang=${id}\`)`).join(', ')}.
\`?format=json\` returns all of them as JSON.

\`farthing mcp --wallet --url ${facts.baseUrl}\`, in a checkout of Farthing, gives an MCP host a wallet with limits.

${lines.join('\n')}
`
}

/** Whether the client asks for JSON explicitly; the default is Markdown. */
function wantsJson(context: Context): boolean {
  const format = context.req.query('format')
  if (format !== undefined) return format === 'json'
  return /\bapplication\/json\b/i.test(context.req.header('accept') ?? '')
}

function answer(contentType: string, text: string): Response {
  return new Response(text, {
    headers: { ...commonHeaders, 'Content-Type': contentType, 'Cache-Control': 'max-age=300', Vary: 'Accept' },
  })
}
