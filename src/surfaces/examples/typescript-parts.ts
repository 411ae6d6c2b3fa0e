import { readingOf } from '../../offers/media-types.ts'
import { commentLine } from './comment-line.ts'
import { exampleCall } from './example-call.ts'
import type { ExampleInput } from './example-input.ts'
import { javascriptLiteral, javascriptString } from './javascript-literal.ts'
import { priceMessage } from './price-messages.ts'

/** Common parts of the examples in TypeScript. */

export function headingComment(input: ExampleInput): string {
  return `// ${commentLine(input.offer.title)}: ${priceMessage(input)}.`
}

/** The lines that make `account`, a viem account that pays. */
export function payingAccount({ sandbox, baseUrl }: ExampleInput): string {
  if (!sandbox) return 'const account = privateKeyToAccount(process.env.WALLET_KEY as `0x${string}`)'
  return `// A sandbox lends a wallet with play money. Elsewhere this is your own key.
const { payer } = await (await fetch(${javascriptString(`${baseUrl}/sandbox`)})).json()
const account = privateKeyToAccount(payer.privateKey)`
}

/** The lines that call a function with the interface of `fetch`, and print the answer. */
export function fetchCall(input: ExampleInput, callee: string): string {
  const { method, url, body } = exampleCall(input.offer, input.baseUrl)
  const json = `
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${javascriptLiteral(body)}),`
  const init = method === 'GET' ? '' : `, {\n  method: '${method}',${body === undefined ? '' : json}\n}`
  const receipt = input.offer.access.kind === 'free' ? '' : `\nconsole.log(response.headers.get('link')) // the receipt`
  return `const response = await ${callee}(${javascriptString(url)}${init})
console.log(response.status, ${answerOf(input)})${receipt}
`
}

/** What reads the answer. */
function answerOf({ offer: { answers } }: ExampleInput): string {
  switch (answers === null ? 'json' : readingOf(answers.types)) {
    case 'json':
      return 'await response.json()'
    case 'text':
      return 'await response.text()'
    case 'bytes':
      return 'new Uint8Array(await response.arrayBuffer())'
  }
}

/** A free offer needs no client that pays. */
export function plainFetch(input: ExampleInput): string {
  return `${headingComment(input)}\n${fetchCall(input, 'fetch')}`
}
