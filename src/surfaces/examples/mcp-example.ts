import { readingOf } from '../../offers/media-types.ts'
import { toolInput } from '../mcp/tool-input.ts'
import type { ExampleInput } from './example-input.ts'
import { javascriptLiteral, javascriptString } from './javascript-literal.ts'
import { headingComment, payingAccount } from './typescript-parts.ts'
import { allowedAsset } from './x402-fetch-example.ts'

/** A TypeScript module with the official MCP client, and the x402 client for paid offers; null when x402 is off. */
export function mcpExample(input: ExampleInput): string | null {
  const { offer, baseUrl, network } = input
  // Only JSON is structured content.
  const shown = offer.answers === null || readingOf(offer.answers.types) === 'json' ? 'result.structuredContent' : 'result.content'
  const call = `{ name: ${javascriptString(offer.id)}, arguments: ${javascriptLiteral(toolInput(offer).example)} }`
  const imports = `import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
`
  const connect = `const mcp = new Client({ name: 'example', version: '1.0.0' })
await mcp.connect(new StreamableHTTPClientTransport(new URL(${javascriptString(`${baseUrl}/mcp`)})))
`
  if (offer.access.kind === 'free') {
    return `${imports}
${connect}
${headingComment(input)}
const result = await mcp.callTool(${call})
console.log(result.isError === true, ${shown})
await mcp.close()
`
  }
  if (network === null) return null
  return `${imports}import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

${payingAccount(input)}

const client = new x402Client()
registerExactEvmScheme(client, { signer: account })
${allowedAsset(network)}
${connect}
${headingComment(input)}
const call = ${call}
let result = await mcp.callTool(call)
const terms = result.structuredContent as PaymentRequired | undefined
if (result.isError && terms?.accepts) {
  // Sign the terms, and send the same call with the payment.
  const payment = await client.createPaymentPayload(terms)
  result = await mcp.callTool({ ...call, _meta: { 'x402/payment': payment } }, undefined, { timeout: 120_000 })
}
console.log(result.isError === true, ${shown})
console.log(result._meta?.['x402/payment-response']) // the result of the payment
await mcp.close()
`
}
