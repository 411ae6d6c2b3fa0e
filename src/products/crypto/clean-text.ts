/** Text that an outsider wrote, made safe to show. */
export interface CleanText {
  readonly text: string
  /** Something was taken out that a reader would not have seen or that breaks the line: hidden, control or invalid characters. */
  readonly cleaned: boolean
  /** It was longer than allowed. */
  readonly truncated: boolean
}

// Control, surrogate, private use, unassigned; line and paragraph separators; format characters with all bidi controls,
// and whatever else Unicode says shall be invisible (zero-width, fillers, variation selectors, tags).
const hidden = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu
// Those that honest emoji are made of: variation selectors, and joiners between pictures.
const partsOfEmoji = /[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/gu
const stackedMarks = /(\p{M}{2})\p{M}+/gu
const blanks = /\p{Zs}+/gu

/**
 * Text of UTF-8 bytes without anything hidden, with single blanks, at most `longest` code points.
 * Bytes that are not UTF-8 are dropped.
 */
export function cleanText(bytes: Uint8Array, longest: number): CleanText {
  // A code point is four bytes at most; what lies far behind the limit is not even decoded.
  const raw = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(0, longest * 16))
    .replace(partsOfEmoji, '')
    .normalize('NFC')
  const visible = raw.replace(hidden, '').normalize('NFC').replace(stackedMarks, '$1')
  const cleaned = visible !== raw
  const points = [...visible.replace(blanks, ' ').trim()]
  const text = points.slice(0, longest).join('').trim()
  return { text, cleaned, truncated: points.length > longest || bytes.length > longest * 16 }
}

// Letters of other scripts that look like those of the names below.
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

/** A form in which names that look alike are equal: no case, no blanks or marks, full-width and look-alike letters made plain. */
export function skeleton(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]/gu, '')
  return [...plain].map((letter) => lookalikes[letter] ?? letter).join('')
}
