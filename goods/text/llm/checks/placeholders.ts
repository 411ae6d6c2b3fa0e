const placeholder =
  /\{\{[^{}\n]{1,60}\}\}|\$?\{[\w.[\]-]{1,60}\}|%(?:\d{1,2}\$)?[sdif@]|%\([\w.]{1,40}\)[sdf]|<\/?[a-z][\w-]{0,20}(?:\s[^<>\n]{0,200})?\/?>|https?:\/\/[^\s<>"')\]]{1,300}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/giu

/** Placeholders, tags and addresses of a text that a translation does not have as often. */
export function missingPlaceholders(text: string, translation: string): readonly string[] {
  const kept = countsOf(translation)
  return [...countsOf(text)].filter(([one, times]) => (kept.get(one) ?? 0) < times).map(([one]) => one)
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(placeholder)) {
    // The full stop at the end of a sentence is not part of an address.
    const one = found.replace(/[.,;:!?]+$/, '')
    counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  return counts
}
