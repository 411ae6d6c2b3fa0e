/** Lengths of IBANs in the countries and territories of SEPA. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
}

/** The IBAN without blanks, in capitals; null where its country, length or checksum (ISO 13616) is wrong. */
export function readIban(text: string): string | null {
  const iban = text.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || lengths[iban.slice(0, 2)] !== iban.length) return null
  return mod97(iban) === 1 ? iban : null
}

/** The creditor reference (ISO 11649) without blanks; null where its form or checksum is wrong. */
export function readCreditorReference(text: string): string | null {
  const reference = text.replaceAll(' ', '').toUpperCase()
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference) && mod97(reference) === 1 ? reference : null
}

/** Of the text with its first four characters at the end and letters as two digits, piece by piece. */
function mod97(text: string): number {
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
