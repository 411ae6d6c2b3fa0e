import type { ExampleInput, PayingNetwork } from './example-input.ts'
import { javascriptLiteral } from './javascript-literal.ts'
import { fetchCall, headingComment, payingAccount, plainFetch } from './typescript-parts.ts'

/** A TypeScript module with the client of MPP; null when the service accepts no signed authorizations. */
export function mppxExample(input: ExampleInput): string | null {
  if (input.offer.access.kind === 'free') return plainFetch(input)
  if (input.network === null) return null
  return `import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'

${payingAccount(input)}

const mppx = Mppx.create({ methods: [evm.charge({ account, ${currency(input.network)} })], polyfill: false })

${headingComment(input)}
${fetchCall(input, 'mppx.fetch')}`
}

function currency({ id, asset, domain }: PayingNetwork): string {
  if (id === 'eip155:8453') return 'currencies: [evm.assets.base.USDC]'
  const networks = javascriptLiteral([Number(id.split(':')[1])])
  return `networks: ${networks}, currencies: ${javascriptLiteral([asset])}, authorization: ${javascriptLiteral(domain)}`
}
