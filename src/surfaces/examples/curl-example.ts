import { highestPriceOf } from '../../offers/offer.ts'
import { isAlwaysPaid } from '../../offers/price-in-words.ts'
import { formatUsd } from '../../shared/money.ts'
import { commentLine } from './comment-line.ts'
import { exampleCall } from './example-call.ts'
import type { ExampleInput } from './example-input.ts'
import { priceMessage } from './price-messages.ts'
import { shellWord } from './shell-word.ts'

/** A POSIX shell script: the call; for a paid offer also the terms, the signature and the paid call. */
export function curlExample(input: ExampleInput): string {
  const { offer, baseUrl, network } = input
  const { method, url, body } = exampleCall(offer, baseUrl)
  const json = body === undefined ? null : shellWord(JSON.stringify(body))
  const data = json === null ? '' : ` -H 'Content-Type: application/json' --data-raw ${json}`
  // Each program chooses the method from whether there is a body, unless it is another one.
  const isUsual = method === (json === null ? 'GET' : 'POST')
  const send = `curl -sS -i${isUsual ? '' : ` -X ${method}`}${data}`
  const call = `${send} ${shellWord(url)}`
  const heading = `# ${commentLine(offer.title)}: ${priceMessage(input)}.`
  if (offer.access.kind === 'free') return `${heading}\n${call}\n`

  // Never by npx: a package of that name from a registry would get the key.
  const pay = `./bin/farthing pay ${shellWord(url)}${isUsual ? '' : ` --method ${method}`}${json === null ? '' : ` --data ${json}`} --max ${formatUsd(highestPriceOf(offer.access))}`
  const first = `${heading} ${isAlwaysPaid(offer) ? 'Without payment the answer is 402 with the terms.' : 'After that the answer is 402 with the terms.'}\n${call}\n`
  if (network === null)
    return `${first}\n# This service settles no payments itself: transfer the amount through your own node, and present the transaction.\n${pay} --protocol hash --rpc "$RPC_URL"\n`
  return `${first}
# Sign the terms. ${input.sandbox ? 'The sandbox lends the wallet.' : 'The key is read from WALLET_KEY or WALLET_KEY_FILE.'} The command is in a checkout of Farthing, so run this there; any other x402 client can sign too.
# Then send the same request with the payment. Sent again, it returns the same answer and is not charged again.
if PAYMENT=$(${pay} --sign-only); then
  ${send} -H "PAYMENT-SIGNATURE: $PAYMENT" ${shellWord(url)}
fi
`
}
