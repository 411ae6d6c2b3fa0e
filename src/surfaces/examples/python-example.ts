import { readingOf } from '../../offers/media-types.ts'
import { commentLine } from './comment-line.ts'
import { exampleCall } from './example-call.ts'
import type { ExampleInput, PayingNetwork } from './example-input.ts'
import { priceMessage } from './price-messages.ts'
import { pythonLiteral } from './python-literal.ts'

/** A Python module with httpx, and the official x402 client for paid offers; null when x402 is off. */
export function pythonExample(input: ExampleInput): string | null {
  const { offer, baseUrl, sandbox, network } = input
  const { method, url, body } = exampleCall(offer, baseUrl)
  const json = body === undefined ? '' : `, json=${pythonLiteral(body)}`
  const call = `${method.toLowerCase()}(${pythonLiteral(url)}${json})`
  // Not in the first two lines, where a comment could set the encoding of the file.
  const heading = `# ${commentLine(offer.title)}: ${priceMessage(input)}.`
  if (offer.access.kind === 'free') {
    return `import httpx


${heading}
response = httpx.${call}
print(response.status_code, ${answerOf(offer)})
`
  }
  if (network === null) return null
  const key = sandbox ? `httpx.get(${pythonLiteral(`${baseUrl}/sandbox`)}).json()["payer"]["privateKey"]` : 'os.environ["WALLET_KEY"]'
  return `import asyncio
${sandbox ? '' : 'import os\n'}
from eth_account import Account
${sandbox ? 'import httpx\n' : ''}from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client


async def main():
    ${sandbox ? '# A sandbox lends a wallet with play money. Elsewhere this is your own key.\n    ' : ''}key = ${key}
    client = x402Client()
    register_exact_evm_client(client, EthAccountSigner(Account.from_key(key)))
${allowedAsset(network)}
    ${heading}
    async with x402HttpxClient(client, timeout=120) as http:
        response = await http.${call}
        print(response.status_code, ${answerOf(offer)})
        print(response.headers.get("link"))  # the receipt


asyncio.run(main())
`
}

/** What reads the answer. */
function answerOf({ answers }: ExampleInput['offer']): string {
  const reading = answers === null ? 'json' : readingOf(answers.types)
  return { json: 'response.json()', text: 'response.text', bytes: 'response.content' }[reading]
}

/** The lines that name the asset for a client that may not know it. */
function allowedAsset({ id, name, asset }: PayingNetwork): string {
  if (id === 'eip155:8453') return ''
  const allowed = pythonLiteral({ allowed_assets: [{ network: id, asset, max_amount_per_payment: '1000000' }] })
  return `    # USDC on ${name}, at most $1 a call.\n    client.set_spend_controls(${allowed})\n`
}
