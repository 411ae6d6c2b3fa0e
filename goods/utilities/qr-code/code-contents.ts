import { Problem, usd } from '../../../src/goods/door.ts'
import { type Network, networkNamed, networks } from '../../../src/goods/kit/evm.ts'
import type { ErrorCorrection } from './draw-code.ts'
import { usdcTransferUri } from './eip681.ts'
import { epcPayload, maxEpcBytes, maxEpcVersion } from './epc-payload.ts'
import { readCreditorReference, readIban } from './iban.ts'
import type { QrCodeInput } from './qr-code-input.ts'

export interface CodeContents {
  readonly contents: string
  readonly ecc: ErrorCorrection
  readonly maxVersion: number
}

/** What the code says, and what its readers allow. @throws Problem `invalid_input`, `unsupported_network` */
export function contentsOf({ text, payment, ecc }: QrCodeInput): CodeContents {
  if (payment === undefined) return { contents: text ?? '', ecc: ecc ?? 'M', maxVersion: 40 }
  if (payment.kind === 'usdc') {
    const amount = payment.amount === undefined ? null : usd(payment.amount)
    return { contents: usdcTransferUri(chooseNetwork(payment.network), payment.to, amount), ecc: ecc ?? 'M', maxVersion: 40 }
  }
  if (ecc !== undefined && ecc !== 'M') {
    throw new Problem('invalid_input', 'A code for a SEPA transfer has error correction M.', { field: 'body.ecc', expected: 'M' })
  }
  const { iban, reference, name, bic = null, amount = null, purpose = null, text: message = null, note = null } = payment
  const contents = epcPayload({
    name,
    iban: readIban(iban) ?? iban,
    bic,
    amount,
    purpose,
    reference: reference === undefined ? null : readCreditorReference(reference),
    text: message,
    note,
  })
  if (Buffer.byteLength(contents) > maxEpcBytes) {
    throw new Problem('invalid_input', `The contents have more than ${maxEpcBytes} bytes.`, {
      field: 'body.payment',
      expected: 'shorter texts',
    })
  }
  return { contents, ecc: 'M', maxVersion: maxEpcVersion }
}

function chooseNetwork(asked: string | undefined): Network {
  const chosen = asked === undefined ? networks[0] : networkNamed(asked)
  if (chosen) return chosen
  throw new Problem('unsupported_network', 'The USDC of this network is not known here.', {
    field: 'body.payment.network',
    expected: networks.map(({ id, slug }) => `${id} (${slug})`).join(', '),
  })
}
