import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Language, Parser, type Node, type Tree } from 'web-tree-sitter'

/** Languages whose data flow is followed. */
export const grammarNames = ['javascript', 'typescript', 'tsx', 'python'] as const
export type GrammarName = (typeof grammarNames)[number]

/** Languages that are parsed only to measure them. */
type MeasuredGrammar = 'bash' | 'c-sharp' | 'cpp' | 'css' | 'go' | 'ini' | 'java' | 'php' | 'powershell' | 'ruby' | 'rust'
export type AnyGrammar = GrammarName | MeasuredGrammar

export type { Node }

const require = createRequire(import.meta.url)
const started = { parser: null as Promise<void> | null, languages: new Map<AnyGrammar, Promise<Language>>() }

async function loadLanguage(name: AnyGrammar): Promise<Language> {
  started.parser ??= Parser.init()
  await started.parser
  let language = started.languages.get(name)
  if (!language) {
    language = Language.load(join(dirname(require.resolve('@vscode/tree-sitter-wasm')), `tree-sitter-${name}.wasm`))
    started.languages.set(name, language)
  }
  return language
}

/** Parsing took longer than it may. */
export class ParseTimeout extends Error {}

/**
 * The parse tree of a text. Errors of syntax leave nodes of type ERROR in it.
 * @throws ParseTimeout after `maxMs`
 */
export async function parseCode(name: AnyGrammar, code: string, { maxMs, now }: { maxMs: number; now: () => number }): Promise<Tree> {
  const language = await loadLanguage(name)
  const parser = new Parser()
  try {
    parser.setLanguage(language)
    const end = now() + maxMs
    const tree = parser.parse(code, null, { progressCallback: () => now() > end })
    if (!tree) throw new ParseTimeout(`parsing ${name} took over ${maxMs} ms`)
    return tree
  } finally {
    parser.delete()
  }
}
