/**
 * The sentences of a description that fit; where not even the first does, its words that fit. A word is never cut, unless it alone is too long.
 * @param ellipsis what ends a text whose words were left out; a header takes ASCII only
 */
export function shortenText(text: string, maxLength: number, ellipsis = '…'): string {
  if (text.length <= maxLength) return text
  const sentences = text.slice(0, maxLength + 1).lastIndexOf('. ')
  if (sentences > 0) return text.slice(0, sentences + 1)
  const room = maxLength - ellipsis.length
  const wordsEnd = text.slice(0, room + 1).lastIndexOf(' ')
  const words = wordsEnd > 0 ? text.slice(0, wordsEnd).replace(/[\s,;:(–-]+$/, '') : text.slice(0, room)
  return `${words}${ellipsis}`
}
