import { privateKeyToAccount } from 'viem/accounts'
import { isMembers } from '../answers/shapes.ts'
import { domainOf, transferFor, transferTypes } from './authorization.ts'
import { sendCall } from './send-call.ts'
import type { Signed, Wallet } from './wallet.ts'
import type { Terms } from './terms.ts'

/**
 * The wallet that a sandbox lends to everybody. Its key owns play money on this sandbox's own chains alone, and is the only key that
 * a page ever holds. It signs nothing for a service that is no sandbox.
 */
export async function playWallet(): Promise<Wallet> {
  const { body } = await sendCall({ method: 'GET', path: '/sandbox', body: undefined })
  const payer = isMembers(body) ? body['payer'] : undefined
  const key = isMembers(payer) ? payer['privateKey'] : undefined
  if (!isMembers(body) || body['playMoney'] !== true || typeof key !== 'string')
    throw new Error('The sandbox lends no wallet. Nothing was charged.')
  const account = privateKeyToAccount(key as `0x${string}`)
  return {
    name: 'the play wallet of this sandbox',
    async sign(offered): Promise<Signed> {
      const [terms] = offered
      if (!terms?.isSandbox) throw new Error('The terms do not say that this is a sandbox, so the play wallet signs nothing.')
      const message = transferFor(terms, account.address)
      return { terms, message, signature: await account.signTypedData(typedData(terms, message)) }
    },
  }
}

function typedData(terms: Terms, message: Signed['message']) {
  const { value, validAfter, validBefore, ...rest } = message
  return {
    domain: domainOf(terms),
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: { ...rest, value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) },
  } as const
}
