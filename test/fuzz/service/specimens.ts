import type { AnyOffer } from '../../../src/offers/offer.ts'
import { hashForm } from '../../../src/payments/x-payment/x-payment.fixture.ts'
import { systemClock, systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { usd } from '../../../src/shared/money.ts'
import type { PayingAccount } from '../../../src/wallet/account.ts'
import { signCall } from '../../../src/wallet/pay.ts'
import { createSender } from '../../../src/wallet/send-request.ts'
import type { TestService } from '../../start-test-service.ts'
import { decodePayment } from '../../signed-payments.ts'

/** Payments that this service would accept, signed for each of its prices by funded wallets. Mutations start from them. */
export interface Specimens {
  readonly x402: readonly Specimen[]
  readonly mpp: readonly Specimen[]
  readonly legacy: readonly Specimen[]
}

export interface Specimen {
  /** Id of the offer that it pays for. */
  readonly offer: string
  readonly payment: Readonly<Record<string, unknown>>
}

/** A request for an offer with the input of its example. */
export function exampleRequest({ method, template, example }: AnyOffer): { method: string; target: string; body: unknown } {
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? name))
  const query = new URLSearchParams(example.query).toString()
  return { method, target: query === '' ? path : `${path}?${query}`, body: example.body }
}

export async function signSpecimens(service: TestService, wallets: number): Promise<Specimens> {
  const sender = createSender(systemTimers)
  const parts = { clock: systemClock, timers: systemTimers, random: systemRandom, send: sender.send }
  async function signed(offer: AnyOffer, protocol: 'x402' | 'mpp', payer: PayingAccount): Promise<string> {
    const { target, body } = exampleRequest(offer)
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const call = await signCall({ url: service.url + target, protocol, sandboxAccount: payer, maximum: usd('10'), ...sent }, parts)
    if (call.kind !== 'signed') throw new Error(`${offer.id} asked for no payment`)
    return call.paid.payment.credential.value
  }
  const x402: Specimen[] = []
  const mpp: Specimen[] = []
  const priced = service.parts.catalog.offers.filter(({ access }) => access.kind === 'fixed')
  for (let count = 0; count < wallets; count++) {
    const payer = await service.wallet('50')
    for (const offer of priced) {
      x402.push({ offer: offer.id, payment: decodePayment(await signed(offer, 'x402', payer)) })
      const token = (await signed(offer, 'mpp', payer)).replace('Payment ', '')
      mpp.push({ offer: offer.id, payment: JSON.parse(Buffer.from(token, 'base64url').toString()) as Specimen['payment'] })
    }
  }
  await sender.close()
  const bare = { type: 'hash', hash: `0x${'ab'.repeat(32)}` }
  const transfers = mpp.map(({ offer, payment }) => ({ offer, payment: { ...payment, payload: bare } }))
  const v1 = x402.map(({ offer, payment }) => {
    return { offer, payment: { x402Version: 1, scheme: 'exact', network: 'base', payload: payment['payload'] } }
  })
  const legacyHash = { offer: 'market-price', payment: hashForm(undefined, { network: 'eip155:8453' }) }
  return { x402, mpp: [...mpp, ...transfers], legacy: [...v1, legacyHash] }
}
