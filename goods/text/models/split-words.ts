/** Characters that BERT's uncased vocabulary was made without. */
const dropped = /[\ufffd\p{Cc}\p{Cf}\p{Co}]/gu
const blanks = /[\p{White_Space}]/gu
const ideographs =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu
const punctuation = /[!-/:-@[-`{-~\p{P}]/gu

/**
 * Words and single punctuation marks of a text as BERT's uncased models read it: without control characters and accents, in
 * lower case, each Chinese character a word of its own. The order of the steps is BERT's.
 */
export function splitWords(text: string): readonly string[] {
  const plain = text
    .replaceAll(/[\t\n\r]/g, ' ')
    .replace(dropped, '')
    .replace(blanks, ' ')
    .replace(ideographs, ' $& ')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    // One letter at a time: the last sigma of a word would get another form.
    .replaceAll('Σ', 'σ')
    .toLowerCase()
    .replace(punctuation, ' $& ')
  return plain.split(' ').filter((word) => word !== '')
}
