import { serve } from '@hono/node-server'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { createWalletClient, http, publicActions } from 'viem'
import { nonceManager, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import type { Hex } from '../../src/shared/bytes.ts'
import { goods } from '../harness/goods.ts'
import { served, serverInput } from '../harness/served.ts'
import { paidOn } from '../harness/x402-payments.ts'
import { inProcess } from '../stubs/zero-latency-facilitator.ts'

/** The official stack on a real node: its facilitator in this process, viem's nonce manager, receipts asked for often. */
const { payTo, rpcUrl, signerKey } = serverInput() as { readonly payTo: Hex; readonly rpcUrl: string; readonly signerKey: Hex }
const pollingInterval = 200
const account = privateKeyToAccount(signerKey, { nonceManager })
const client = createWalletClient({ account, chain: base, transport: http(rpcUrl), pollingInterval }).extend(publicActions)
const facilitator = new x402Facilitator()
registerExactEvmScheme(facilitator, {
  signer: toFacilitatorEvmSigner({ ...client, address: account.address } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0]),
  networks: [paidOn],
})
const app = new Hono()
app.use(
  paymentMiddleware(
    {
      [`GET ${goods.path}`]: {
        accepts: { scheme: 'exact', price: `$${goods.usd}`, network: paidOn, payTo },
        description: goods.description,
        mimeType: 'application/json',
      },
    },
    new x402ResourceServer(inProcess(facilitator)).register(paidOn, new ExactEvmScheme()),
  ),
)
app.get(goods.path, (context) => context.json(goods.answer))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => served(port))
