import { accountOf, type PayingAccount } from '../account.ts'
import { PaymentDeclined } from '../payment-declined.ts'
import { readSandboxWorld } from '../sandbox-world.ts'
import type { SendRequest } from '../send-request.ts'
import type { MoneyWorld } from './spending-book.ts'

/**
 * The account that pays. A sandbox is paid only from the wallet that it lends, since a signature of a real key made for it
 * could also move real money. @throws PaymentDeclined `no_key`
 */
export async function walletAccount(
  { service, account }: { readonly service: URL; readonly account: PayingAccount | null },
  world: MoneyWorld,
  send: SendRequest,
): Promise<PayingAccount> {
  if (world === 'live') {
    if (account) return account
    throw new PaymentDeclined('no_key', 'the service takes real money, and this wallet has no key')
  }
  const { privateKey } = await readSandboxWorld(send, service)
  if (privateKey === null) throw new PaymentDeclined('no_key', 'the service is a sandbox and lends no wallet')
  return accountOf(privateKey)
}
