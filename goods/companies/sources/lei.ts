const form = /^[0-9A-Z]{18}\d{2}$/

/** An LEI in its canonical form, or null if it can't be one: 20 characters whose checksum is right (ISO 17442, ISO 7064 mod 97-10). */
export function readLei(text: string): string | null {
  if (text.length > 40) return null
  const lei = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  if (!form.test(lei)) return null
  // Each letter counts as two digits: A is 10.
  const digits = [...lei].map((letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n ? lei : null
}

/** It looks like an LEI, even if its checksum is wrong. */
export function looksLikeLei(text: string): boolean {
  return text.length <= 40 && form.test(text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, ''))
}
