import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/express'
import express from 'express'
import type { AddressInfo } from 'node:net'
import { goods } from '../harness/goods.ts'
import { served, serverInput } from '../harness/served.ts'
import { paidOn } from '../harness/x402-payments.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { officialFacilitator, stubTransport } from '../stubs/official-facilitator.ts'

const { payTo, signerKey } = serverInput() as { readonly payTo: Hex; readonly signerKey: Hex }
const facilitator = officialFacilitator({ signerKey, transport: stubTransport(), pollingInterval: 200 })
const app = express()
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
app.get(goods.path, (_, response) => void response.json(goods.answer))
const server = app.listen(0, '127.0.0.1', () => served((server.address() as AddressInfo).port))
