const numberPattern = /\d+(?:[.,\u00a0\u202f' ]\d{3})*(?:[.,]\d+)?/gu
const namePattern = /(?<![.!?:•\n]\s{0,3}["'“«(]{0,2})(?<=\s)\p{Lu}[\p{L}\p{M}]+/gu
const maxTold = 10

/**
 * Numbers and names of a text that its source does not have, as written, without repetition and at most ten. A name is a word that
 * begins with a capital inside of a sentence; so in German every noun counts.
 */
export function ungroundedWords(text: string, source: string): readonly string[] {
  const numbers = new Set([...source.matchAll(numberPattern)].map(([number]) => plainNumber(number)))
  const lower = source.toLowerCase()
  const missing = [
    ...[...text.matchAll(numberPattern)].map(([number]) => number).filter((number) => !numbers.has(plainNumber(number))),
    ...[...text.matchAll(namePattern)].map(([name]) => name).filter((name) => !lower.includes(name.toLowerCase())),
  ]
  return [...new Set(missing)].slice(0, maxTold)
}

/** `1,200` and `1 200` are the same number; `1.5` and `1,5` too. */
function plainNumber(number: string): string {
  return number.replaceAll(/[.,\u00a0\u202f' ](?=\d{3}(?:\D|$))/gu, '').replace(',', '.')
}
