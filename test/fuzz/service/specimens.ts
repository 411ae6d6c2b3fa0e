import { hashForm } from '../../../src/payments/legacy/legacy.fixture.ts'
import { systemClock, systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { usd } from '../../../src/shared/money.ts'
import { accountOf } from '../../../src/wallet/account.ts'
import { signCall } from '../../../src/wallet/pay.ts'
import { createSender } from '../../../src/wallet/send-request.ts'
import { decodePayment, type Stage } from '../../stage.ts'

/** Payments that this service would take, signed for each of its prices by wallets that can pay: what mutations begin with. */
export interface Specimens {
  readonly x402: readonly unknown[]
  readonly mpp: readonly unknown[]
  readonly legacy: readonly unknown[]
}

export const priced = ['/v1/market/price/BTC', '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'] as const

export async function signSpecimens(stage: Stage, wallets: number): Promise<Specimens> {
  const sender = createSender(systemTimers)
  const parts = { clock: systemClock, timers: systemTimers, random: systemRandom, send: sender.send }
  async function signed(path: string, protocol: 'x402' | 'mpp', payer: ReturnType<typeof accountOf>): Promise<string> {
    const call = await signCall({ url: stage.url + path, protocol, sandboxAccount: payer, maximum: usd('1') }, parts)
    if (call.kind !== 'signed') throw new Error(`${path} asked for no payment`)
    return call.paid.payment.credential.value
  }
  const x402: Record<string, unknown>[] = []
  const mpp: Record<string, unknown>[] = []
  for (let count = 0; count < wallets; count++) {
    const payer = await stage.wallet('5')
    for (const path of priced) {
      x402.push(decodePayment(await signed(path, 'x402', payer)))
      mpp.push(JSON.parse(Buffer.from((await signed(path, 'mpp', payer)).replace('Payment ', ''), 'base64url').toString()) as Record<string, unknown>)
    }
  }
  await sender.close()
  const transfers = mpp.map((credential) => ({ ...credential, payload: { type: 'hash', hash: `0x${'ab'.repeat(32)}` } }))
  const v1 = x402.map(({ payload }) => ({ x402Version: 1, scheme: 'exact', network: 'base', payload }))
  return { x402, mpp: [...mpp, ...transfers], legacy: [...v1, hashForm(undefined, { network: 'eip155:8453' })] }
}
