import { failedCallSentence, settlementSentences } from '../../gate/settlement-rule.ts'
import { watchlistSentences } from '../../gate/watchlist-rule.ts'
import { maxBriefBytes } from '../../offers/brief/brief-answer.ts'
import { priceInWords, serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'

/** `/llms.txt` (llmstxt.org): the offers, their prices and how to pay, for a model that does not know this service. */
export function llmsTxt(facts: ServiceFacts): string {
  const { offers, networks, publicUrl, freeCallsPerDay } = facts
  const routes = offers.map(
    (offer) => `| \`${offer.method} ${offer.template}\` | ${cell(offer.title)} | ${priceInWords(offer, freeCallsPerDay)} |`,
  )
  return `# ${serviceName}

> ${serviceDescription(facts)}
${facts.playMoney ? '\n`GET /sandbox` lends a wallet with play money.\n' : ''}
Base address: ${publicUrl}

## Prices

| route | what it gives | price of a call |
| --- | --- | --- |
${routes.join('\n')}

## How to pay

${(networks.some(({ settles }) => settles) ? bySigning : byTransfer).join('\n')}
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
- [MCP](${publicUrl}/mcp): every route as a tool, streamable HTTP
- [Reference](${publicUrl}/reference): for people
- [Status](${publicUrl}/status): the current state of sources and networks
`
}

const askFirst =
  '1. Call the route. The answer is 402 with the terms. It costs nothing. A quota route answers free until the quota is used up.'

const bySigning = [
  askFirst,
  '2. Sign one of the offered USDC transfers. Any x402 client (`@x402/fetch`) or MPP client (`mppx`) does this. You need no gas.',
  '3. Send the same request again with the payment. The answer is 200, with a receipt in its Link header.',
  '',
  '- x402 version 2: terms in PAYMENT-REQUIRED, payment in PAYMENT-SIGNATURE. MPP: terms in WWW-Authenticate, payment in Authorization.',
]

/** Without a signer key, x402 is off. */
const byTransfer = [
  askFirst,
  '2. Transfer exactly that amount of USDC to the recipient in the MPP challenge (WWW-Authenticate) before it expires.',
  '3. Send the same request again with the transaction in an MPP credential (Authorization). The answer is 200, with a receipt in its Link header.',
  '',
]

/** Escapes text so that it cannot end a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
