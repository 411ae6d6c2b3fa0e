import { domainOf, transferFor, transferTypes } from './authorization.ts'
import type { Wallet } from './wallet.ts'

/** A wallet in the browser, as EIP-1193 describes it. */
interface Provider {
  request(asked: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** What a wallet says of itself, as EIP-6963 describes it. */
interface Announced {
  readonly info: { readonly uuid: string; readonly name: string }
  readonly provider: Provider
}

/** Milliseconds that wallets have to say that they are there; they answer within a few. */
const announceMs = 300

/** The wallets of this browser, found by EIP-6963. */
export async function announcedWallets(): Promise<readonly Announced[]> {
  const found = new Map<string, Announced>()
  const heard = (event: Event) => {
    const { detail } = event as CustomEvent<Announced>
    found.set(detail.info.uuid, detail)
  }
  addEventListener('eip6963:announceProvider', heard)
  dispatchEvent(new Event('eip6963:requestProvider'))
  await new Promise((resolve) => setTimeout(resolve, announceMs))
  removeEventListener('eip6963:announceProvider', heard)
  return [...found.values()]
}

const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** A visitor's own wallet. It shows what it signs, asks, and keeps its key. It is never asked to sign for a sandbox. */
export function ownWallet({ info, provider }: Announced): Wallet {
  return {
    name: info.name,
    async sign(offered) {
      if (offered.some(({ isSandbox }) => isSandbox)) throw new Error('This is a sandbox: a real wallet signs nothing for it.')
      const [from] = (await provider.request({ method: 'eth_requestAccounts' })) as readonly `0x${string}`[]
      if (from === undefined) throw new Error('The wallet opened no account. Nothing was charged.')
      const current = Number(await provider.request({ method: 'eth_chainId' }))
      const terms = offered.find(({ chainId }) => chainId === current) ?? offered[0]
      if (terms === undefined) throw new Error('The terms name no network that this wallet can pay on.')
      if (terms.chainId !== current)
        await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${terms.chainId.toString(16)}` }] })
      const message = transferFor(terms, from)
      const types = { EIP712Domain: domainTypes, ...transferTypes }
      const data = { domain: domainOf(terms), types, primaryType: 'TransferWithAuthorization', message }
      const signature = await provider.request({ method: 'eth_signTypedData_v4', params: [from, JSON.stringify(data)] })
      return { terms, message, signature: String(signature) }
    },
  }
}
