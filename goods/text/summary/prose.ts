/** What stands beside the prose of a document: captions, tables, lists, menus, bylines, notes of editors. */
const beside: readonly RegExp[] = [
  /^\s*(?:fig(?:ure|\.)?|table|tab\.|chart|exhibit|photo(?:graph)?|image|picture|video|listing|box|appendix|abb(?:ildung|\.)|tabelle|tableau|tabla|tabella|figura)\s*[\dIVX]*[.:)]/i,
  /^\s*(?:photo|image|picture|foto|video|credit|source|quelle|fuente|fonte|bild|caption)s?\s*(?:by|:|credit|©)/i,
  /^\s*(?:by [A-Z][\w.'-]+(?: [A-Z][\w.'-]+){1,3}(?:,.*)?$|published|updated|posted|last modified|share (?:this|on)|read more|related|see also|sign up|subscribe|click here|advertisement|copyright|©|all rights reserved|follow us|tags?:|comments?\b|editor'?s note|reporting by|editing by)/i,
  /\|.*\||\t.*\t|(?:\s{3,}\S+){3,}|(?:\.\s*){5,}|_{4,}|={4,}|-{4,}/,
]
const ends = /[.!?…。！？]["'”’»)\]]*\s*$/u
const bullet = /^\s*(?:[-*•‣▪–·]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+/u

/** Whether a sentence is one: not a caption, a row of a table, an item of a list, a heading or a line of a menu. */
export function isProse(sentence: string): boolean {
  if (beside.some((pattern) => pattern.test(sentence))) return false
  const words = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? []
  const figures = sentence.match(/\d[\d.,%]*/g) ?? []
  if (figures.length > 4 && figures.length > words.length) return false
  // Without a full stop it is a heading or an item, unless it is long.
  if (!ends.test(sentence)) return words.length >= 12 && !bullet.test(sentence)
  return words.length >= 3 || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(sentence)
}
