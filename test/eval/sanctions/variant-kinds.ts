/**
 * How a variant differs from every name on the lists: by transliteration, the order of words, diacritics and case, another
 * script, words written together or apart, words left out or added, a slip of the hand, the legal form.
 */
export const kinds = {
  t: 'transliteration',
  o: 'order',
  d: 'diacritics',
  s: 'script',
  w: 'spacing',
  p: 'part',
  y: 'typing',
  l: 'legal form',
} as const

export type VariantKind = keyof typeof kinds

/** Names by the entry that they mean; the letter in front says the kind. */
export type Variants = Readonly<Record<string, readonly `${VariantKind} ${string}`[]>>
