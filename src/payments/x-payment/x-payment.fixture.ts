import { header } from '../x402/payment.fixture.ts'

const transaction = `0x${'ab'.repeat(32)}` as const

/** The inner JSON of the form with a transaction hash. */
export const transfer = { txHash: transaction, amount: '0.0075', timestamp: 1_795_230_481 }

/** The form with a transaction hash; `inner` is JSON text where it is text. */
export function hashForm(inner: unknown = transfer, outer: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { scheme: 'exact', network: 'base', payload: header(inner), ...outer }
}

/** The official version 1 form, as an official client writes it. */
export function officialForm(outer: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    x402Version: 1,
    scheme: 'exact',
    network: 'base',
    payload: {
      signature: `0x${'2d'.repeat(32)}${'1f'.repeat(32)}1c`,
      authorization: {
        from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        value: '7500',
        validAfter: '1795229881',
        validBefore: '1795230481',
        nonce: `0x${'5e'.repeat(32)}`,
      },
    },
    ...outer,
  }
}
