import { accountOf, type PayingAccount } from './account.ts'
import { PaymentDeclined } from './payment-declined.ts'
import type { SandboxWorld } from './sandbox-world.ts'

export interface PayersAccounts {
  /** Signs for real money; never for a sandbox. */
  readonly account?: PayingAccount | null
  /** A key that was made for a sandbox. Without it the sandbox's own example wallet pays. */
  readonly sandboxAccount?: PayingAccount | null
}

/** @throws PaymentDeclined `no_key` or `wrong_world` */
export function realAccount({ account, sandboxAccount: onlySandbox }: PayersAccounts): PayingAccount {
  if (account) return account
  if (onlySandbox) throw new PaymentDeclined('wrong_world', 'the service takes real money, and this key is for a sandbox')
  throw new PaymentDeclined('no_key', 'there is no key to pay with')
}

/**
 * A sandbox has real chain ids and token addresses, so a signature made for it can also move real money. Only keys that own
 * no real money may sign.
 * @throws PaymentDeclined `no_key` or `wrong_world`
 */
export async function sandboxAccount(accounts: PayersAccounts, world: () => Promise<SandboxWorld>): Promise<PayingAccount> {
  if (accounts.sandboxAccount) return accounts.sandboxAccount
  if (accounts.account)
    throw new PaymentDeclined(
      'wrong_world',
      'the service is a sandbox, and a signature of a real key could be used there to take real money',
    )
  const { privateKey } = await world()
  if (privateKey === null) throw new PaymentDeclined('no_key', 'the service is a sandbox and names no wallet to pay with')
  return accountOf(privateKey)
}
