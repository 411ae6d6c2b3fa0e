import type { PaymentProtocol } from '../protocol.ts'
import { readLegacyPayment } from './read-legacy-payment.ts'

const header = 'X-PAYMENT'

/** What came before: x402 version 1, and the bare transaction hash of the older service. */
export const legacy: PaymentProtocol = {
  name: 'legacy',

  credentialHeaders: (headers) => (headers.get(header) === null ? [] : [header]),

  readCredential(headers) {
    const value = headers.get(header)
    if (value === null) return { kind: 'none' }
    const reading = readLegacyPayment(value)
    switch (reading.kind) {
      case 'problem':
        return reading
      case 'credential':
        return { kind: 'credential', credential: { kind: 'x402', hash: reading.credential.hash, credential: reading.credential } }
      case 'transfer':
        return { kind: 'credential', credential: { kind: 'legacy', hash: reading.hash, transfer: reading } }
    }
  },
}
