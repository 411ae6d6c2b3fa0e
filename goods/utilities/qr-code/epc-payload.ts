/** A SEPA credit transfer; lengths and checksums are checked before. */
export interface SepaTransfer {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  /** Euro with two decimal places at most, or null: the payer chooses. */
  readonly amount: string | null
  readonly purpose: string | null
  /** ISO 11649. Never beside `text`. */
  readonly reference: string | null
  readonly text: string | null
  /** From the payee to the payer. */
  readonly note: string | null
}

/** The guideline allows no longer contents. */
export const maxEpcBytes = 331
/** And no larger code, at error correction M. */
export const maxEpcVersion = 13

/** The lines of a code for a SEPA credit transfer: EPC069-12, version 002, in UTF-8. Empty lines at the end are left out. */
export function epcPayload({ name, iban, bic, amount, purpose, reference, text, note }: SepaTransfer): string {
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    name,
    iban,
    amount === null ? '' : `EUR${amount}`,
    purpose ?? '',
    reference ?? '',
    text ?? '',
    note ?? '',
  ]
  return lines.join('\n').trimEnd()
}
