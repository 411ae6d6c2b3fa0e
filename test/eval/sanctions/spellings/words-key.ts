/** The same for names of the same words, in whatever order, case, marks and punctuation. */
export function wordsKey(name: string): string {
  return plain(name).split(' ').sort().join(' ')
}

/** Lower case, without marks and punctuation, single spaces. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
