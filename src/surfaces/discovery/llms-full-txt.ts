import { factsInWords } from '../../offers/facts-in-words.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import { atOnce, type Steps } from '../../shared/in-turns.ts'
import { exampleRequest } from './example-request.ts'
import { llmsTxt } from './llms-txt.ts'
import { priceInWords, type ServiceFacts } from './service-facts.ts'

type Json = Readonly<Record<string, unknown>>

/** `/llms-full.txt`: the text of `/llms.txt`, then every route with its input, a working request and its answer. */
export const llmsFullTxt = (facts: ServiceFacts): string => atOnce(llmsFullTxtInSteps(facts))

export function* llmsFullTxtInSteps(facts: ServiceFacts): Steps<string> {
  const parts = [llmsTxt(facts), '## Routes in full', '']
  for (const offer of facts.offers) {
    yield
    parts.push(routeInFull(offer, facts))
  }
  return parts.join('\n')
}

function routeInFull(offer: AnyOffer, { publicUrl, freeCallsPerDay }: ServiceFacts): string {
  const { path, query, body } = schemasOf(offer)
  const inputs = [...membersOf('path', path), ...membersOf('query', query), ...membersOf('body', body)]
  return `### ${line(offer.title)}

\`${offer.method} ${offer.template}\`, ${priceInWords(offer, freeCallsPerDay)}. ${line(`${offer.purpose} ${factsInWords(offer)}`)}

${inputs.length === 0 ? 'No input.' : inputs.join('\n')}

\`\`\`http
${requestText(offer, publicUrl)}
\`\`\`

${answerText(offer)}
`
}

/** The worked answer; of an offer that answers with bytes at least their media types. */
function answerText({ answers, example }: AnyOffer): string {
  const types =
    answers === null ? '' : `The answer is ${answers.types.join(' or ')}, at most ${answers.maxBytes} bytes, exactly as it was made.`
  if (answers !== null && example.answer === undefined) return types
  const isText = typeof example.answer === 'string'
  const fenced = `\`\`\`${isText ? 'text' : 'json'}\n${isText ? example.answer : JSON.stringify(example.answer, null, 1)}\n\`\`\``
  return types === '' ? fenced : `${types}\n\n${fenced}`
}

function requestText(offer: AnyOffer, publicUrl: string): string {
  const { method, url, body } = exampleRequest(offer, publicUrl)
  return body === undefined ? `${method} ${url}` : `${method} ${url}\nContent-Type: application/json\n\n${JSON.stringify(body)}`
}

/** A line for each input member: its part of the request, its name, whether it is required, and its meaning. */
function membersOf(where: string, schema: Json | undefined): string[] {
  const required = (schema?.['required'] ?? []) as readonly string[]
  return Object.entries((schema?.['properties'] ?? {}) as Readonly<Record<string, Json>>).map(([name, member]) => {
    const { description, ...rest } = member
    const what = typeof description === 'string' ? `: ${line(description)}` : ''
    return `- ${where} \`${name}\`${required.includes(name) || where === 'path' ? '' : ' (optional)'}${what} \`${JSON.stringify(rest)}\``
  })
}

function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
