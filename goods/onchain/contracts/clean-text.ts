/** Text that an outsider wrote, made safe to show. */
export interface CleanText {
  readonly text: string
  /** Hidden, control or invalid characters were removed: a reader would not have seen them, or they break the line. */
  readonly cleaned: boolean
  /** It was longer than allowed. */
  readonly truncated: boolean
}

// Control, surrogate, private use, unassigned; line and paragraph separators; format characters with all bidi controls,
// and everything else that Unicode defines as invisible (zero-width, fillers, variation selectors, tags).
const hidden = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu
// Characters that honest emoji are made of: variation selectors, and joiners between pictures.
const partsOfEmoji = /[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/gu
const stackedMarks = /(\p{M}{2})\p{M}+/gu
const blanks = /\p{Zs}+/gu

/**
 * The text of UTF-8 bytes without hidden characters, with single blanks, of at most `maxLength` code points.
 * Bytes that are not UTF-8 are dropped.
 */
export function cleanText(bytes: Uint8Array, maxLength: number): CleanText {
  // A code point has four bytes at most, so bytes far beyond the limit need not be decoded.
  const raw = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(0, maxLength * 16))
    .replace(partsOfEmoji, '')
    .normalize('NFC')
  const visible = raw.replace(hidden, '').normalize('NFC').replace(stackedMarks, '$1')
  const cleaned = visible !== raw
  const points = [...visible.replace(blanks, ' ').trim()]
  const text = points.slice(0, maxLength).join('').trim()
  return { text, cleaned, truncated: points.length > maxLength || bytes.length > maxLength * 16 }
}

// Characters that look like letters of the reserved names.
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  і: 'i',
  ι: 'i',
  ı: 'i',
  '1': 'i',
  l: 'i',
  ո: 'n',
  ν: 'n',
  о: 'o',
  ο: 'o',
  '0': 'o',
  ѕ: 's',
  $: 's',
  '5': 's',
  ս: 'u',
  υ: 'u',
}

/** A form in which names that look alike are equal: without case, blanks and marks, with full-width and look-alike letters made plain. */
export function confusableSkeleton(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]/gu, '')
  return [...plain].map((letter) => lookalikes[letter] ?? letter).join('')
}
