const said =
  /example|sample|placeholder|dummy|changeme|change[-_]?this|your[-_ ]|[-_]here\b|insert|redacted|replace|fake|mock|todo|fixme|not[-_]?a[-_]?real|xxxx|\*{3}|\.{3}|…|^test|test$|^foo|^bar$|^none$|^null$|^undefined$|^true$|^false$|deadbeef|lorem/i
/** A value that is filled in elsewhere: `${TOKEN}`, `{{ token }}`, `<token>`, `%(token)s`, `$TOKEN`. */
const filledIn = /\$\{|\{\{|^<.*>$|%\(|^%s$|^\$[A-Za-z_]|^\{[^}]*\}$|process\.env|os\.environ|getenv/
const runs = ['abcdefghijklmnopqrstuvwxyz', '0123456789012345678901234567890', 'qwertyuiop']

/** Whether a text that could be a secret says of itself that it is none, or is too regular to be one. */
export function isPlaceholder(value: string): boolean {
  if (said.test(value) || filledIn.test(value)) return true
  if (new Set(value).size <= Math.min(3, value.length / 2)) return true
  const lower = value.toLowerCase()
  return runs.some((run) => longestPiece(lower, run) >= Math.max(6, value.length / 2))
}

/** The length of the longest piece of `run` that begins at any place of a value. */
function longestPiece(value: string, run: string): number {
  let longest = 0
  for (let at = 0; at < value.length; at += 1) {
    const start = run.indexOf(value[at] ?? '')
    if (start < 0) continue
    let length = 1
    while (at + length < value.length && value[at + length] === run[start + length]) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** Bits of each character, from how often each occurs: about 4.5 and more for random base64, 3 for words. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
