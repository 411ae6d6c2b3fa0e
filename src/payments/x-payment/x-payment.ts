import { carriedIn } from '../wire/header-values.ts'
import type { PaymentProtocol } from '../wire/protocol.ts'
import { readXPayment } from './read-x-payment.ts'

const header = 'X-PAYMENT'

/** The header of x402 version 1, which also takes a bare transaction hash. */
export const xPayment: PaymentProtocol = {
  name: 'x-payment',

  carried: (headers) => carriedIn(headers, header),

  read({ text }) {
    const reading = readXPayment(text)
    switch (reading.kind) {
      case 'refused':
        return reading
      case 'authorization':
        return { kind: 'credential', credential: { kind: 'x402', hash: reading.credential.hash, credential: reading.credential } }
      case 'transaction-hash':
        return { kind: 'credential', credential: reading }
    }
  },
}
