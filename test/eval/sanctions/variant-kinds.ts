/**
 * How a variant differs from every name on the lists: by transliteration, the order of words, diacritics and case, another
 * script, words joined or split, words left out or added, a typing error, the legal form.
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

/** Names by the entry that they mean. The first letter is the kind of variant. */
export type Variants = Readonly<Record<string, readonly `${VariantKind} ${string}`[]>>
