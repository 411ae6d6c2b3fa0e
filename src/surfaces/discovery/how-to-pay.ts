import type { ServiceFacts } from './service-facts.ts'

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

/** How a call is paid here, as lines of Markdown. */
export function howToPay({ networks }: Pick<ServiceFacts, 'networks'>): readonly string[] {
  return networks.some(({ settles }) => settles) ? bySigning : byTransfer
}
