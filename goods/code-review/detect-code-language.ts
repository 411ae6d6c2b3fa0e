import { codeLanguages, languageNamed, type CodeLanguage } from './languages.ts'

export interface DetectedLanguage {
  readonly language: CodeLanguage
  readonly by: 'caller' | 'filename' | 'shebang' | 'content' | 'nothing'
}

const shebangs: readonly (readonly [RegExp, string])[] = [
  [/\bpython/, 'python'],
  [/\b(?:node|bun|deno)\b/, 'javascript'],
  [/\b(?:ts-node|tsx)\b/, 'typescript'],
  [/\b(?:ba|z|da|k)?sh\b/, 'shell'],
  [/\bruby/, 'ruby'],
  [/\bphp/, 'php'],
  [/\bperl/, 'perl'],
  [/\bpwsh/, 'powershell'],
]

/** Lines that only one language has; each counts once for each line that matches, up to five. */
const telling: readonly (readonly [string, RegExp, number])[] = [
  [
    'python',
    /^\s*(?:def \w+\(.*\).*:|class \w+.*:|from [\w.]+ import |import [\w.]+(?: as \w+)?$|elif .*:|except.*:|if __name__ ==|@\w[\w.]*(?:\(.*\))?$|with .* as \w+:|print\(|(?:if|for|while|else|try)\b[^{]*:$)/,
    2,
  ],
  [
    'javascript',
    /^\s*(?:const |let |var |function\b|export |import .* from ['"]|module\.exports|async function|\}\)?;?$|.*=> ?[{(]|.*\brequire\(['"]|.*console\.\w+\(|.*\bdocument\.|.*===)/,
    1,
  ],
  [
    'typescript',
    /^\s*(?:interface \w+|type \w+(?:<.*>)? =|export (?:type|interface|enum)\b|enum \w+|import type |.*\b(?:const|let) \w+: \w|.*\)\s*:\s*[A-Z]?\w+(?:<.*>)?(?:\[\])?\s*(?:=>|\{)|.*\w+\??: (?:string|number|boolean|unknown|any)\b|(?:private|public|readonly) \w+:)/,
    2,
  ],
  ['go', /^(?:package \w+$|func (?:\(\w+ \*?\w+\) )?\w+\(|import \($|.*:= )/, 2],
  [
    'java',
    /^\s*(?:(?:public|private|protected) (?:static |final )*[\w<>[\]]+ \w+\s*[({=;]|package [\w.]+;|import (?:static )?[\w.*]+;|(?:public )?(?:final )?class \w+|@Override)/,
    2,
  ],
  [
    'csharp',
    /^\s*(?:using [\w.]+;|namespace [\w.]+|(?:public|private|internal) (?:class|record|interface|async Task)|.*\bstring\.\w+\(|\[\w+\]$)/,
    2,
  ],
  ['rust', /^\s*(?:(?:pub )?fn \w+|use (?:std|crate|super)::|impl\b|let mut |#\[\w+|(?:pub )?(?:struct|enum) \w+|match \w+ \{)/, 2],
  ['ruby', /^\s*(?:require ['"]|def \w+[?!]?(?:\(.*\))?$|end$|module \w+$|class \w+(?: < \w+)?$|.*\bdo \|\w+|attr_\w+ :|puts )/, 2],
  ['php', /^\s*(?:<\?php|\$\w+\s*=|echo |.*\$_(?:GET|POST|REQUEST|SERVER)|.*\$\w+->)/, 2],
  ['cpp', /^\s*(?:#include [<"]|#define \w+|int main\(|using namespace |std::|template ?<|.*\b(?:printf|malloc|strcpy|sizeof)\()/, 3],
  ['shell', /^\s*(?:if \[|fi$|then$|done$|esac$|echo (?:"|\$)|export \w+=|set -[euxo]|.*\$\{?\w+\}?.*\||for \w+ in .*; do|.*\$\(\w+)/, 2],
  ['sql', /^\s*(?:SELECT .* FROM |INSERT INTO |CREATE (?:TABLE|INDEX|FUNCTION)|UPDATE \w+ SET|ALTER TABLE|DROP TABLE)/i, 2],
  ['html', /^\s*(?:<!doctype html|<html|<(?:div|head|body|script|span|p|a|ul|li)\b)/i, 2],
  ['css', /^\s*(?:[.#]?[\w-]+(?:[ ,.:#][\w-]+)* \{$|[\w-]+: [^;{]+;$|@media )/, 1],
  ['dockerfile', /^(?:FROM [\w./:-]+|RUN |COPY |ENTRYPOINT |CMD \[|WORKDIR )/, 2],
  ['powershell', /^\s*(?:param ?\(|\$\w+ = (?:Get|New|Invoke)-|(?:Get|Set|New|Write|Invoke)-\w+)/, 2],
  ['solidity', /^\s*(?:pragma solidity|contract \w+|function \w+\(.*\) (?:public|external|internal))/, 3],
  ['kotlin', /^\s*(?:fun \w+\(|val \w+|data class )/, 2],
]

const maxLines = 400
const maxLineLength = 300

/**
 * The language of a file: as the caller says, else by its name, its first line, and what its lines look like.
 * `text` is the language of what can't be told.
 */
export function detectCodeLanguage(
  code: string,
  given: { readonly language: string | null; readonly filename: string | null },
): DetectedLanguage {
  const named = given.language === null ? null : languageNamed(given.language)
  if (named) return { language: named, by: 'caller' }
  const filed = given.filename === null ? null : languageOfFile(given.filename)
  if (filed) return { language: filed, by: 'filename' }
  const [first = ''] = code.slice(0, 200).split('\n')
  const shebang = first.startsWith('#!') ? shebangs.find(([pattern]) => pattern.test(first)) : undefined
  const run = shebang && languageNamed(shebang[1])
  if (run) return { language: run, by: 'shebang' }
  const looks = languageOfContent(code)
  return looks ? { language: looks, by: 'content' } : { language: textLanguage, by: 'nothing' }
}

const textLanguage: CodeLanguage = { id: 'text', grammar: null, aliases: [], files: [] }

function languageOfFile(filename: string): CodeLanguage | null {
  const name = filename.split(/[/\\]/).at(-1) ?? ''
  const dot = name.lastIndexOf('.')
  const ending = dot < 0 ? '' : name.slice(dot).toLowerCase()
  return codeLanguages.find(({ files }) => files.includes(name) || (ending !== '' && files.includes(ending))) ?? null
}

/** The language that most of the telling lines are of; null where too few tell. */
export function languageOfContent(code: string): CodeLanguage | null {
  const lines = code
    .slice(0, 60_000)
    .split('\n', maxLines)
    .map((line) => line.slice(0, maxLineLength))
  const scores = new Map<string, number>()
  for (const [id, pattern, weight] of telling) {
    const matches = lines.filter((line) => pattern.test(line)).length
    if (matches > 0) scores.set(id, weight * matches)
  }
  // TypeScript is JavaScript with more.
  const typed = scores.get('typescript') ?? 0
  if (typed >= 2 && (scores.get('javascript') ?? 0) > 0) scores.set('typescript', typed + (scores.get('javascript') ?? 0))
  const [best, second] = [...scores].toSorted(([, one], [, other]) => other - one)
  if (!best || best[1] < 2 || best[1] === second?.[1]) return null
  if (best[0] === 'typescript' && /^\s*(?:return )?\(?\s*<\w[\w.]*[\s/>]/m.test(code.slice(0, 60_000))) return languageNamed('tsx')
  return languageNamed(best[0])
}
