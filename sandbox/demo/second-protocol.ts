import { evm, Mppx } from 'mppx/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { accountOf } from '../../src/wallet/account.ts'
import { payCall } from '../../src/wallet/pay.ts'
import { createSender } from '../../src/wallet/send-request.ts'
import { expectEqual, report, type Stage } from './scenes.ts'

const price = '/v1/market/price/BTC'

/** A payment by MPP with its stock client, and one by a transaction that our own wallet sends. */
export async function secondProtocol(stage: Stage): Promise<void> {
  stage.print.scene('A payment by MPP, with its stock client')
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await stage.fund(account.address, '1')
  const stock = Mppx.create({ methods: [evm.charge({ account, assets: [evm.assets.base.USDC] })], polyfill: false })
  const first = await stock.fetch(stage.url + price)
  expectEqual(stage, 'the first call, by MPP too', first.headers.has('payment-receipt'), true)
  await report(stage, 'mpp', `GET ${price} (the first call)`, first)
  const second = await report(stage, 'mpp', `GET ${price}`, await stock.fetch(stage.url + price))
  expectEqual(stage, 'payment by MPP', second.state, 'settled')

  stage.print.scene('A payment by a transaction of the payer, with our own wallet')
  const sender = createSender(systemTimers)
  try {
    const result = await payCall(
      { url: stage.url + price, protocol: 'hash', sandboxAccount: accountOf(key) },
      { clock: systemClock, timers: systemTimers, random: systemRandom, send: sender.send },
    )
    expectEqual(stage, 'payment by transaction hash', result.kind, 'paid')
    if (result.kind === 'unpaid' || result.payment.receipt === null) return
    const receipt = (await (await fetch(result.payment.receipt)).json()) as { state: string; transaction: string; charged: { usd: string } }
    expectEqual(stage, 'state of the payment by hash', receipt.state, 'settled')
    const { state, transaction, charged } = receipt
    stage.print.line({ scene: 'hash', what: `GET ${price}`, status: result.answer?.status ?? 0, charged: charged.usd, transaction, state })
  } finally {
    await sender.close()
  }
}
