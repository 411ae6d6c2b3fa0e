import { serve } from '@hono/node-server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { goods } from '../harness/goods.ts'
import { served, serverInput } from '../harness/served.ts'
import { paidOn } from '../harness/x402-payments.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { zeroLatencyFacilitator } from '../stubs/zero-latency-facilitator.ts'

const { payTo } = serverInput() as { readonly payTo: Hex }
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
    new x402ResourceServer(zeroLatencyFacilitator()).register(paidOn, new ExactEvmScheme()),
  ),
)
app.get(goods.path, (context) => context.json(goods.answer))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => served(port))
