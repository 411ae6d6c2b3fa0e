import { refusalOf } from '../../shared/refusal.ts'
import type { PaymentProtocol } from '../wire/protocol.ts'
import { paymentRefusal } from '../wire/refusals.ts'
import { readMppCredential } from './credential.ts'
import { mppCredentials } from './credential-headers.ts'

/** MPP, the Payment authentication scheme: method `evm`, intent `charge`. */
export const mpp: PaymentProtocol = {
  name: 'mpp',

  carried: mppCredentials,

  read({ header, text }) {
    const reading = readMppCredential(text)
    if (reading.ok)
      return { kind: 'credential', credential: { kind: 'mpp', hash: reading.credential.hash, credential: reading.credential } }
    if (!reading.tooLarge) return { kind: 'refused', refusal: paymentRefusal('malformed_credential', reading.fault) }
    return { kind: 'refused', refusal: refusalOf('header_too_large', 'A credential may have 8 KB at most.', { field: header }) }
  },
}
