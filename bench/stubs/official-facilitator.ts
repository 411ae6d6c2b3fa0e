import type { FacilitatorClient } from '@x402/core/server'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner, type FacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, custom, publicActions, type Transport } from 'viem'
import { nonceManager, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import type { Hex } from '../../src/shared/bytes.ts'
import { networkOf, paidOn } from '../harness/x402-payments.ts'
import { createStubNode } from './stub-node.ts'

/**
 * The official facilitator in this process, on a viem client with its nonce manager, as its documentation shows it.
 * @param pollingInterval milliseconds between two requests for a receipt.
 */
export function officialFacilitator(options: { signerKey: Hex; transport: Transport; pollingInterval: number }): FacilitatorClient {
  const account = privateKeyToAccount(options.signerKey, { nonceManager })
  const { transport, pollingInterval } = options
  const client = createWalletClient({ account, chain: base, transport, pollingInterval }).extend(publicActions)
  // The facilitator's type is for any contract, viem's is for the called one.
  return inProcess(toFacilitatorEvmSigner({ ...client, address: account.address } as unknown as FacilitatorEvmSigner & { address: Hex }))
}

/** The same node as for our service, in this process and without latency. */
export function stubTransport(): Transport {
  const node = createStubNode(networkOf(paidOn))
  return custom({
    request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => node.request(method, params ?? []),
  })
}

export function inProcess(signer: FacilitatorEvmSigner): FacilitatorClient {
  const facilitator = new x402Facilitator()
  registerExactEvmScheme(facilitator, { signer, networks: [paidOn] })
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () => facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  }
}
