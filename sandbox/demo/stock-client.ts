import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { privateKeyToAccount } from 'viem/accounts'

export type Account = ReturnType<typeof privateKeyToAccount>

export interface Asset {
  readonly network: string
  readonly usdc: string
}

/**
 * The official client, unmodified. It knows the USDC of four of the six networks; the others are configured as its documentation says.
 * `network` selects the network that pays.
 */
export function stockClient(account: Account, assets: readonly Asset[], network?: string): typeof fetch {
  const client = new x402Client(
    network === undefined ? undefined : (_version, accepts) => accepts.find((one) => one.network === network) ?? accepts[0]!,
  )
  registerExactEvmScheme(client, { signer: account })
  client.setSpendControls({
    allowedAssets: assets.map((asset) => ({
      network: asset.network as `${string}:${string}`,
      asset: asset.usdc,
      maxAmountPerPayment: '1000000',
    })),
  })
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}

/** The settlement as the service reports it. */
export function settlementOf(response: Response): { success: boolean; transaction: string; network: string; amount?: string } | null {
  const header = response.headers.get('payment-response')
  return header === null ? null : decodePaymentResponseHeader(header)
}
