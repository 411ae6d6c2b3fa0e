const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', b: '\b', f: '\f', v: '\v' }

/** What an escaped text says, as far as an analysis needs it: escapes by number keep their backslash. */
function unescapeText(text: string): string {
  return text.replace(/\\([^ux\d]|0(?!\d))/gs, (_, letter: string) => escapes[letter] ?? (letter === '\n' ? '' : letter))
}

/** The text of a Python literal without its prefix and quotes. */
export function unquotePython(literal: string): string {
  const [, prefix = '', quote = ''] = /^([a-z]*)("""|'''|"|')/i.exec(literal) ?? []
  if (quote === '') return literal
  const inner = literal.slice(prefix.length + quote.length, literal.endsWith(quote) ? -quote.length : undefined)
  return /r/i.test(prefix) ? inner : unescapeText(inner)
}

/** The text of a JavaScript literal without its quotes. */
export function unquoteScript(literal: string): string {
  return unescapeText(literal.slice(1, -1))
}
