/** Text for readers in code: comments, and the texts of Python that begin a statement. */
const ofPython = /^[ \t]*[rRuUbB]{0,2}("""|''')[\s\S]*?(?:\1|(?![\s\S]))|(?<=^|[\s;])#[^\n]*/gm
const ofScripts = /\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|(?<=^|[\s;{}(),])\/\/[^\n]*/gm
const slashed = /^(?:javascript|typescript|tsx|go|java|rust|csharp|cpp|php|kotlin|swift|scala|dart|solidity|css)$/

/** Whether a place of the code is in a comment or a docstring. */
export function proseOf(code: string, language: string): (offset: number) => boolean {
  const pattern = language === 'python' ? ofPython : slashed.test(language) ? ofScripts : null
  if (!pattern) return () => false
  const spans = [...code.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
  return (offset) => spans.some(({ from, to }) => from <= offset && offset < to)
}
