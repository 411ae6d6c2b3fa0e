import { x402Facilitator } from '@x402/core/facilitator'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import { x402ResourceServer } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { minedReceipt } from '../../sandbox/tests/mined-receipt.ts'
import type { WorldNetwork } from '../../sandbox/world.ts'
import { findNetwork } from '../../src/chain/networks.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { viemChain } from './viem-chain.ts'
import { exception, noMatch, valid, type Side, type Verdict, type Wire } from './side.ts'
import type { OurTerms } from './our-terms.ts'

export interface OfficialParts {
  readonly network: WorldNetwork
  readonly signerKey: Hex
  readonly terms: OurTerms
  /** Factories through which it may deploy a wallet (ERC-6492); default: none, as in the official code. */
  readonly factories?: readonly Hex[]
}

/**
 * The official facilitator from npm, with a viem signer on a real chain, behind the official server, which chooses the terms that a
 * payment is for. If the code throws, the verdict is `exception`.
 */
export function createOfficialSide({ network, signerKey, terms, factories = [] }: OfficialParts): Side {
  const facilitator = new x402Facilitator()
  const networks = network.id as PaymentRequirements['network']
  registerExactEvmScheme(facilitator, { signer: viemSigner(network, signerKey), networks, eip6492AllowedFactories: [...factories] })
  const server = new x402ResourceServer([])

  async function ask(wire: Wire, verdictOf: (payment: PaymentPayload, asked: PaymentRequirements) => Promise<Verdict>): Promise<Verdict> {
    try {
      const payment = read(wire)
      const asked = (wire.header === 'X-PAYMENT' ? terms.v1 : terms.v2) as unknown as PaymentRequirements
      const verdict = await verdictOf(payment, asked)
      // The current official server does not read X-PAYMENT, so only the facilitator judges version 1.
      if (verdict !== valid || wire.header === 'X-PAYMENT') return verdict
      return server.findMatchingRequirements([asked], payment) === undefined ? noMatch : valid
    } catch {
      return exception
    }
  }

  return {
    verify: (wire) =>
      ask(wire, async (payment, asked) => {
        const { isValid, invalidReason } = await facilitator.verify(payment, asked)
        return isValid ? valid : (invalidReason ?? 'refused without a reason')
      }),
    settle: (wire) =>
      ask(wire, async (payment, asked) => {
        if (wire.header !== 'X-PAYMENT' && server.findMatchingRequirements([asked], payment) === undefined) return noMatch
        const { success, errorReason } = await facilitator.settle(payment, asked)
        return success ? valid : (errorReason ?? 'failed without a reason')
      }),
  }
}

function read({ header, value }: Wire): PaymentPayload {
  if (header === 'PAYMENT-SIGNATURE') return decodePaymentSignatureHeader(value)
  return JSON.parse(Buffer.from(value, 'base64').toString('utf8')) as PaymentPayload
}

function viemSigner(network: WorldNetwork, key: Hex) {
  const account = privateKeyToAccount(key)
  // viem asks the node whether EIP-1559 is supported, and this node says yes on every chain.
  const legacy = findNetwork(network.id)?.transactions === 'legacy' ? { type: 'legacy' } : {}
  const transport = http(network.rpcUrl, { batch: true, retryCount: 0 })
  const client = createWalletClient({ account, chain: viemChain(network), transport, pollingInterval: 25 }).extend(publicActions)
  return toFacilitatorEvmSigner({
    address: account.address,
    readContract: (call) => client.readContract({ ...call, args: call.args ?? [] }),
    verifyTypedData: (data) => client.verifyTypedData(data as Parameters<typeof client.verifyTypedData>[0]),
    writeContract: (call) =>
      client.writeContract({ ...call, ...legacy, args: call.args ?? [] } as Parameters<typeof client.writeContract>[0]),
    sendTransaction: (call) => client.sendTransaction({ ...call, ...legacy } as Parameters<typeof client.sendTransaction>[0]),
    waitForTransactionReceipt: ({ hash }) => minedReceipt(client, hash),
    getCode: (of) => client.getCode(of),
  })
}
