import { generatePrivateKey } from 'viem/accounts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { accountOf } from '../../src/wallet/account.ts'
import { payCall } from '../../src/wallet/pay.ts'
import { createSender } from '../../src/wallet/send-request.ts'
import { startDemoService, type DemoPlace, type DemoService } from './demo-service.ts'
import { startDoomedService } from './doomed-service.ts'
import { expectEqual, type DemoContext } from './scenes.ts'

const price = '/v1/market/price/BTC'

/**
 * Kills the service when the settlement of a payment has just been sent, and starts it again. The client sends the same payment until it
 * has its answer. Gives the service that runs afterwards.
 */
export async function killAndRestart(demo: DemoContext, place: DemoPlace, running: DemoService): Promise<DemoService> {
  demo.print.scene('The service is killed in the middle of a payment, and started again')
  const account = accountOf(generatePrivateKey())
  await demo.fund(account.address, '1')
  const sender = createSender(systemTimers)
  const parts = { clock: systemClock, timers: systemTimers, random: systemRandom, send: sender.send }
  const buy = () => payCall({ url: demo.url + price, sandboxAccount: account }, parts)
  try {
    expectEqual(demo, 'the first call of the wallet', (await buy()).kind, 'paid')
    const port = Number(new URL(running.url).port)
    await running.close()
    const doomed = await startDoomedService(place, { port, at: 'sent' })
    const bought = buy().finally(() => doomed.kill())
    expectEqual(demo, 'what ended the service', await doomed.ended, 'SIGKILL')
    demo.print.note('killed when the transaction of the settlement was sent; the client has no answer')
    const restarted = await startDemoService(place, port)
    const result = await bought
    expectEqual(demo, 'the payment after the restart', result.kind, 'paid')
    if (result.kind === 'unpaid' || result.payment.receipt === null) return restarted
    const receipt = (await (await fetch(result.payment.receipt)).json()) as { state: string; transaction: string; charged: { usd: string } }
    expectEqual(demo, 'its state', receipt.state, 'settled')
    demo.print.line({
      scene: 'restart',
      what: 'the same payment, sent again by the client',
      status: result.answer?.status ?? 0,
      charged: receipt.charged.usd,
      transaction: receipt.transaction,
      state: receipt.state,
    })
    return restarted
  } finally {
    await sender.close()
  }
}
