import { evm, Mppx } from 'mppx/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { accountOf } from '../../src/wallet/account.ts'
import { payCall } from '../../src/wallet/pay.ts'
import { createSender } from '../../src/wallet/send-request.ts'
import { expectEqual, report, type DemoContext } from './scenes.ts'

const price = '/v1/market/price/BTC'

/** One payment by MPP with the official client, and one by a transaction that our own wallet sends. */
export async function secondProtocol(demo: DemoContext): Promise<void> {
  demo.print.scene('A payment by MPP, with its stock client')
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await demo.fund(account.address, '1')
  const stock = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
  const first = await stock.fetch(demo.url + price)
  expectEqual(demo, 'the first call, by MPP too', first.headers.has('payment-receipt'), true)
  await report(demo, 'mpp', `GET ${price} (the first call)`, first)
  const second = await report(demo, 'mpp', `GET ${price}`, await stock.fetch(demo.url + price))
  expectEqual(demo, 'payment by MPP', second.state, 'settled')

  demo.print.scene('A payment by a transaction of the payer, with our own wallet')
  const sender = createSender(systemTimers)
  try {
    const result = await payCall(
      { url: demo.url + price, protocol: 'hash', sandboxAccount: accountOf(key) },
      { clock: systemClock, timers: systemTimers, random: systemRandom, send: sender.send },
    )
    expectEqual(demo, 'payment by transaction hash', result.kind, 'paid')
    if (result.kind === 'unpaid' || result.payment.receipt === null) return
    const receipt = (await (await fetch(result.payment.receipt)).json()) as { state: string; transaction: string; charged: { usd: string } }
    expectEqual(demo, 'state of the payment by hash', receipt.state, 'settled')
    const { state, transaction, charged } = receipt
    demo.print.line({ scene: 'hash', what: `GET ${price}`, status: result.answer?.status ?? 0, charged: charged.usd, transaction, state })
  } finally {
    await sender.close()
  }
}
