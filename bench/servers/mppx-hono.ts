import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Assets } from 'mppx/evm'
import { charge } from 'mppx/evm/server'
import { Mppx } from 'mppx/hono'
import { goods } from '../harness/goods.ts'
import { served, serverInput } from '../harness/served.ts'
import type { Hex } from '../../src/shared/bytes.ts'

const { payTo } = serverInput() as { readonly payTo: Hex }
let settled = 0
const mppx = Mppx.create({
  secretKey: 'a secret of at least thirty-two bytes for the benchmark',
  methods: [
    charge({
      currency: Assets.base.USDC,
      recipient: payTo,
      // The chain answers and mines at once.
      settle: async () => ({ reference: `0x${(++settled).toString(16).padStart(64, '0')}` }),
    }),
  ],
})
const app = new Hono()
app.get(goods.path, mppx.charge({ amount: goods.usd, description: goods.title }), (context) => context.json(goods.answer))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => served(port))
