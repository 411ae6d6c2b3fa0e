import { serve } from '@hono/node-server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { http } from 'viem'
import { goods } from '../harness/goods.ts'
import { served, serverInput } from '../harness/served.ts'
import { paidOn } from '../harness/x402-payments.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { idleSigner } from '../stubs/idle-signer.ts'
import { inProcess, officialFacilitator, stubTransport } from '../stubs/official-facilitator.ts'

export interface X402HonoInput {
  readonly payTo: Hex
  readonly signerKey: Hex
  readonly rpcUrl?: string
  readonly idle?: boolean
}

/** `rpcUrl`: a real node instead of the stub. `idle`: no client at all behind the facilitator. */
const { payTo, signerKey, rpcUrl, idle } = serverInput() as X402HonoInput
const transport = rpcUrl === undefined ? stubTransport() : http(rpcUrl)
// As often as our service asks.
const pollingInterval = 200
const facilitator = idle ? inProcess(idleSigner()) : officialFacilitator({ signerKey, transport, pollingInterval })
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
    new x402ResourceServer(facilitator).register(paidOn, new ExactEvmScheme()),
  ),
)
app.get(goods.path, (context) => context.json(goods.answer))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => served(port))
