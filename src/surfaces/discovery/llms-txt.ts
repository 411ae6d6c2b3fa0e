import { failedCallSentence, settlementSentences } from '../payment/settlement-rule.ts'
import { watchlistSentences } from '../payment/watchlist-rule.ts'
import { maxBriefBytes } from '../../offers/brief/brief-answer.ts'
import { howToPay } from './how-to-pay.ts'
import { priceInWords, serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'

/** `/llms.txt` (llmstxt.org): the offers, their prices and how to pay, for a model that does not know this service. */
export function llmsTxt(facts: ServiceFacts): string {
  const { offers, networks, publicUrl, freeCallsPerDay } = facts
  const routes = offers.map(
    (offer) => `| \`${offer.method} ${offer.template}\` | ${cell(offer.title)} | ${priceInWords(offer, freeCallsPerDay)} |`,
  )
  return `# ${serviceName(facts)}

> ${serviceDescription(facts)}
${facts.playMoney ? '\n`GET /sandbox` lends a wallet with play money.\n' : ''}
Base address: ${publicUrl}

## Prices

| route | what it gives | price of a call |
| --- | --- | --- |
${routes.join('\n')}

## How to pay

${howToPay(facts).join('\n')}
- One payment buys one call. ${failedCallSentence(offers)}
${[...settlementSentences(offers), ...watchlistSentences(offers)]
  .map((sentence) => `- ${sentence}\n`)
  .join('')}- No answer came? Send the identical request with the identical payment again: it is never charged twice.
- \`?detail=brief\` shortens any JSON answer to ${maxBriefBytes} bytes: figures, sources, age, confidence. The same payment gets the full answer too.

You can pay USDC on: ${networks.map(({ name, id }) => `${name} (${id})`).join(', ')}.

## Documents

- [In full](${publicUrl}/llms-full.txt): every route with its input, a working request and its answer
- [OpenAPI](${publicUrl}/openapi.json): every route with its schemas and price
- [Catalog](${publicUrl}/v1/agent/discovery): every route with its price, as JSON; with \`?offer=\` and an id, its schemas and an example
- [Examples](${publicUrl}/examples): code to call every route, in curl, TypeScript, Python and MCP
- [Skill](${publicUrl}/SKILL.md): when to use this service, as an agent skill
- [MCP](${publicUrl}/mcp): every route as a tool, streamable HTTP
- [Reference](${publicUrl}/reference): for people
- [Status](${publicUrl}/status): the current state of sources and networks
`
}

/** Escapes text so that it cannot end a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
