/** The sum of digits, each times its weight. Digits without a weight don't count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
}

/** The check digit of IČO, which Czechia and Slovakia share. */
export function isIco(digits: string): boolean {
  if (!/^\d{8}$/.test(digits) || digits === '00000000') return false
  return Number(digits[7]) === (11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10
}

/** ISO/IEC 7812-1 annex B, which SIREN uses. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Removes what people put between digits. */
export function withoutSeparators(text: string): string {
  return text
    .slice(0, 40)
    .replace(/[\s.\-/]/g, '')
    .toUpperCase()
}
