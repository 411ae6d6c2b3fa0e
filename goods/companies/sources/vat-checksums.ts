/**
 * Formats and checksums of VAT numbers for which the package `jsvat` is wrong or has none. Each rule takes the number without its prefix, in
 * capitals and without separators. What is wrong there is said at each rule.
 */

/** The form of the number, and its checksum. */
export interface VatRule {
  readonly form: RegExp
  checksum(number: string): boolean
}

const digitsOf = (text: string): number[] => [...text].map(Number)
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0)

/** The Luhn checksum, with its check digit at the end. */
function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}

/** The package refuses all numbers with a 1 in front, which are given out since 2023. */
const belgium: VatRule = {
  form: /^[01]\d{9}$/,
  checksum: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
}

/** The package refuses the series that begin with 2 to 4 and with 6 to 8. */
const cyprus: VatRule = {
  form: /^(?!12)\d{8}[A-Z]$/,
  checksum(number) {
    const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
    const sum = digitsOf(number.slice(0, 8)).reduce((total, digit, index) => total + (index % 2 === 0 ? (odd[digit] ?? 0) : digit), 0)
    return String.fromCharCode(65 + (sum % 26)) === number[8]
  },
}

/** The package accepts birth numbers with impossible days, and refuses those of nine digits whose holders were born before 1954. */
const czechia: VatRule = {
  form: /^(?!9\d{7}$)\d{8,10}$/,
  checksum(number) {
    if (number.length === 8) return (11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(number[7])
    if (number.length === 9 && number.startsWith('6')) {
      const check = (8 - ((10 - (weighted(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11)) % 10
      return (check + 10) % 10 === Number(number[8])
    }
    if (!isCzechBirthday(number)) return false
    if (number.length === 9) return Number(number.slice(0, 2)) < 54
    const [year, rest] = [Number(number.slice(0, 2)), Number(number.slice(0, 9)) % 11]
    // Until 1985, numbers with the remainder 10 were given out too.
    if (rest === 10) return year > 53 && year < 86 && number.endsWith('0')
    return Number(number[9]) === rest
  },
}

/** Women's months count from 51. Where the numbers of a day ran out, 20 is added, since 2004. */
function isCzechBirthday(number: string): boolean {
  const [month, day] = [Number(number.slice(2, 4)) % 50, Number(number.slice(4, 6))]
  const months = number.length === 10 && month > 20 ? month - 20 : month
  return months >= 1 && months <= 12 && day >= 1 && day <= 31
}

/**
 * The package accepts a letter `O` in front, and refuses some right letters at the end. Form by Orden EHA/451/2008: some kinds of entities
 * have a digit, some a letter, some either.
 */
const spain: VatRule = {
  form: /^(?:[ABEH]\d{8}|[ABEH]00\d{5}[A-J]|[CDFGJUV]\d{7}[0-9A-J]|[NPQRSW]\d{7}[A-J]|[0-9XYZKLM]\d{7}[A-Z])$/,
  checksum(number) {
    const first = number[0] ?? ''
    if (/[0-9XYZKLM]/.test(first)) {
      const lead = 'XYZ'.includes(first) ? String('XYZ'.indexOf(first)) : /\d/.test(first) ? first : ''
      return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(lead + number.slice(1, 8)) % 23] === number[8]
    }
    const body = number.slice(1, 8)
    const check = Array.from({ length: 10 }, (_, digit) => digit).find((digit) => luhn(`${body}${digit}`)) ?? 0
    return number[8] === String(check) || number[8] === 'JABCDEFGHI'[check]
  },
}

/** The package accepts numbers with the remainder 1, which are not given out. */
const finland: VatRule = {
  form: /^\d{8}$/,
  checksum: (number) => weighted(number, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
}

const frenchKeys = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** The package checks neither keys with letters nor the SIREN. Monaco's numbers have 000 in the place of a SIREN's beginning. */
const france: VatRule = {
  form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
  checksum(number) {
    const [key, siren] = [number.slice(0, 2), number.slice(2)]
    if (!siren.startsWith('000') && !luhn(siren)) return false
    if (/^\d\d$/.test(key)) return (12 + 3 * (Number(siren) % 97)) % 97 === Number(key)
    const [first, second] = [...key].map((letter) => frenchKeys.indexOf(letter)) as [number, number]
    const value = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
    return (Number(siren) + 1 + Math.floor(value / 11)) % 11 === value % 11
  },
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV'
/** The package refuses the old form with a first digit below 7, and the second letters other than A and H. */
const ireland: VatRule = {
  form: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  checksum(number) {
    const old = !/^\d{7}/.test(number)
    const digits = old ? `0${number.slice(2, 7)}${number[0] ?? ''}` : number.slice(0, 7)
    const second = number.length === 9 ? irishLetters.indexOf(number[8] ?? '') * 9 : 0
    return irishLetters[(weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + second) % 23] === number[7]
  },
}

/** The package does not check those of natural persons. The newer ones of them begin with 32 and have no checksum. */
const latvia: VatRule = {
  form: /^(?:[4-9]\d{10}|[0-2]\d{10}|3[0-2]\d{9})$/,
  checksum(number) {
    if (/^[4-9]/.test(number)) return weighted(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
    if (number.startsWith('32')) return true
    const [day, month] = [Number(number.slice(0, 2)), Number(number.slice(2, 4))]
    if (day < 1 || month < 1 || month > 12) return false
    return ((1 + weighted(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(number[10])
  },
}

/** The package takes the remainder 10 as the check digit 0, but such numbers are not given out. */
const netherlands: VatRule = {
  form: /^\d{9}B\d{2}$/,
  checksum(number) {
    if (weighted(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0) return true
    // Sole traders have a number that is checked with its letters, by ISO 7064 mod 97-10: N, L and B are 23, 21 and 11.
    return BigInt(`2321${number.replace('B', '11')}`) % 97n === 1n
  },
}

/** The package takes the remainder 10 as the check digit 0, but such numbers are not given out. */
const poland: VatRule = {
  form: /^\d{10}$/,
  checksum: (number) => weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(number[9]),
}

/** The package knows no Northern Ireland, and limits the ranges of both checksums. */
const unitedKingdom: VatRule = {
  form: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  checksum(number) {
    if (/^[GH]/.test(number)) return true
    const rest = (weighted(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9))) % 97
    // The newer forms of the checksum add 55, or subtract it.
    return rest === 0 || (Number(number.slice(0, 3)) >= 100 && (rest === 42 || rest === 55))
  },
}

/** The package also accepts numbers whose third digit is 6. */
const slovakia: VatRule = {
  form: /^[1-9]\d[2-47-9]\d{7}$/,
  checksum: (number) => Number(number) % 11 === 0,
}

export const ownVatRules: Readonly<Record<string, VatRule>> = {
  BE: belgium,
  CY: cyprus,
  CZ: czechia,
  ES: spain,
  FI: finland,
  FR: france,
  IE: ireland,
  LV: latvia,
  NL: netherlands,
  PL: poland,
  SK: slovakia,
  GB: unitedKingdom,
  XI: unitedKingdom,
}
