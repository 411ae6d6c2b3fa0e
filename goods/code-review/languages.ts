import type { AnyGrammar } from './code/parse-code.ts'

/** A programming language that is told apart. */
export interface CodeLanguage {
  readonly id: string
  readonly grammar: AnyGrammar | null
  /** Other names of it that a caller may give. */
  readonly aliases: readonly string[]
  /** Endings of file names, or whole names. */
  readonly files: readonly string[]
}

const language = (id: string, grammar: AnyGrammar | null, files: readonly string[], aliases: readonly string[] = []): CodeLanguage => ({
  id,
  grammar,
  files,
  aliases,
})

export const codeLanguages: readonly CodeLanguage[] = [
  language('python', 'python', ['.py', '.pyw', '.pyi'], ['py', 'python3']),
  language('javascript', 'javascript', ['.js', '.mjs', '.cjs', '.jsx'], ['js', 'jsx', 'node', 'nodejs', 'ecmascript']),
  language('typescript', 'typescript', ['.ts', '.mts', '.cts'], ['ts']),
  language('tsx', 'tsx', ['.tsx'], []),
  language('shell', 'bash', ['.sh', '.bash', '.zsh', '.ksh'], ['sh', 'bash', 'zsh']),
  language('go', 'go', ['.go'], ['golang']),
  language('java', 'java', ['.java'], []),
  language('ruby', 'ruby', ['.rb', '.rake', 'Gemfile', 'Rakefile'], ['rb']),
  language('php', 'php', ['.php', '.phtml'], []),
  language('rust', 'rust', ['.rs'], ['rs']),
  language('csharp', 'c-sharp', ['.cs'], ['c#', 'cs', 'dotnet']),
  language('cpp', 'cpp', ['.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh'], ['c', 'c++']),
  language('css', 'css', ['.css'], []),
  language('powershell', 'powershell', ['.ps1', '.psm1'], ['pwsh', 'ps1']),
  language('ini', 'ini', ['.ini', '.cfg', '.conf', '.env', '.properties', '.toml'], ['toml', 'env']),
  language('kotlin', null, ['.kt', '.kts'], []),
  language('swift', null, ['.swift'], []),
  language('scala', null, ['.scala'], []),
  language('solidity', null, ['.sol'], ['sol']),
  language('lua', null, ['.lua'], []),
  language('perl', null, ['.pl', '.pm'], []),
  language('r', null, ['.r', '.R'], []),
  language('dart', null, ['.dart'], []),
  language('elixir', null, ['.ex', '.exs'], []),
  language('haskell', null, ['.hs'], []),
  language('sql', null, ['.sql'], []),
  language('html', null, ['.html', '.htm', '.vue', '.svelte', '.xml'], ['xml', 'vue', 'svelte']),
  language('yaml', null, ['.yml', '.yaml'], ['yml']),
  language('json', null, ['.json', '.jsonc'], []),
  language('dockerfile', null, ['Dockerfile', '.dockerfile'], ['docker']),
  language('terraform', null, ['.tf', '.tfvars'], ['hcl']),
  language('markdown', null, ['.md', '.mdx'], ['md']),
  language('text', null, ['.txt'], ['plain', 'plaintext', 'unknown']),
]

/** The language of a name or an alias; null for one that is not known. */
export function languageNamed(name: string): CodeLanguage | null {
  const lower = name.toLowerCase()
  return codeLanguages.find(({ id, aliases }) => id === lower || aliases.includes(lower)) ?? null
}
