import type { ExampleInput, PayingNetwork } from './example-input.ts'
import { javascriptString } from './javascript-literal.ts'
import { fetchCall, headingComment, payingAccount, plainFetch } from './typescript-parts.ts'

/** A TypeScript module with the official x402 client; null when x402 is off. */
export function x402FetchExample(input: ExampleInput): string | null {
  if (input.offer.access.kind === 'free') return plainFetch(input)
  if (input.network === null) return null
  return `import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

${payingAccount(input)}

const client = new x402Client()
registerExactEvmScheme(client, { signer: account })
${allowedAsset(input.network)}const fetchWithPayment = wrapFetchWithPayment(fetch, client)

${headingComment(input)}
${fetchCall(input, 'fetchWithPayment')}`
}

/** Networks whose USDC the client knows. */
const known: ReadonlySet<string> = new Set(['eip155:8453', 'eip155:1', 'eip155:137', 'eip155:42161'])

/** The line that names the asset for a client that does not know it. */
export function allowedAsset({ id, name, asset }: PayingNetwork): string {
  if (known.has(id)) return ''
  return `// USDC on ${name}, at most $1 a call.
client.setSpendControls({
  allowedAssets: [{ network: ${javascriptString(id)}, asset: ${javascriptString(asset)}, maxAmountPerPayment: '1000000' }],
})
`
}
