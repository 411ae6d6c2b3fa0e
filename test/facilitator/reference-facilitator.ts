import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, http, publicActions } from 'viem'
import { nonceManager, privateKeyToAccount } from 'viem/accounts'
import { minedReceipt } from '../../sandbox/tests/mined-receipt.ts'
import type { WorldNetwork } from '../../sandbox/world.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { viemChain } from '../differential/viem-chain.ts'

export interface ReferenceFacilitator {
  readonly url: string
  /** Sends the settlements. */
  readonly address: Hex
  /** Payments that it was asked to settle. */
  readonly asked: { settle: number; verify: number }
  close(): Promise<void>
}

/** The official facilitator from npm, with viem's nonce manager on a real chain, behind the HTTP interface of x402. */
export async function startReferenceFacilitator(network: WorldNetwork, signerKey: Hex): Promise<ReferenceFacilitator> {
  const account = privateKeyToAccount(signerKey, { nonceManager })
  const client = createWalletClient({ account, chain: viemChain(network), transport: http(network.rpcUrl), pollingInterval: 25 }).extend(
    publicActions,
  )
  const signer = toFacilitatorEvmSigner({
    address: account.address,
    readContract: (call) => client.readContract({ ...call, args: call.args ?? [] }),
    verifyTypedData: (data) => client.verifyTypedData(data as Parameters<typeof client.verifyTypedData>[0]),
    writeContract: (call) => client.writeContract({ ...call, args: call.args ?? [] }),
    sendTransaction: (call) => client.sendTransaction(call),
    waitForTransactionReceipt: ({ hash }) => minedReceipt(client, hash),
    getCode: (of) => client.getCode(of),
  })
  const facilitator = new x402Facilitator()
  registerExactEvmScheme(facilitator, { signer, networks: [network.id] })
  const asked = { settle: 0, verify: 0 }

  async function answer(request: IncomingMessage): Promise<unknown> {
    if (request.url === '/supported') return facilitator.getSupported()
    const { paymentPayload, paymentRequirements } = (await bodyOf(request)) as {
      paymentPayload: PaymentPayload
      paymentRequirements: PaymentRequirements
    }
    const what = request.url === '/settle' ? 'settle' : 'verify'
    asked[what] += 1
    return facilitator[what](paymentPayload, paymentRequirements)
  }

  const server = createServer((request, response) => {
    void answer(request).then(
      (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
      () => response.writeHead(500).end(),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    address: account.address,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
