import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { grammarNames } from '../../../goods/code-review/code/parse-code.ts'
import { languageOf, type ReviewCase } from './review-case.ts'

export interface CaseSet {
  readonly name: string
  readonly cases: readonly ReviewCase[]
}

const row = z.object({
  id: z.string(),
  language: z.enum(grammarNames),
  cwe: z.string().regex(/^CWE-\d+$/),
  vulnerable: z.string().nullable(),
  fixed: z.string().nullable(),
})

/** A file of `--set`: a case a line. */
export function readCaseFile(file: string): CaseSet {
  const lines = readFileSync(file, 'utf8').split('\n')
  return { name: basename(file, '.jsonl'), cases: lines.filter((line) => line.trim() !== '').map((line) => row.parse(JSON.parse(line))) }
}

const twins = fileURLToPath(new URL('twins', import.meta.url))

/** The twins of this repository: `twins/<language>/<cwe>/<name>.{vulnerable,fixed}.<ending>`. */
export function readTwins(): readonly CaseSet[] {
  return folders(twins).map((language) => ({
    name: `twins-${language}`,
    cases: folders(join(twins, language)).flatMap((cwe) => readPairs(join(twins, language, cwe), cwe)),
  }))
}

function folders(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path).toSorted() : []
}

function readPairs(folder: string, cwe: string): ReviewCase[] {
  return readdirSync(folder)
    .filter((file) => file.includes('.vulnerable.'))
    .toSorted()
    .flatMap((file) => {
      const language = languageOf(file)
      if (!language) return []
      const [vulnerable, fixed] = [file, file.replace('.vulnerable.', '.fixed.')].map((name) => readFileSync(join(folder, name), 'utf8'))
      return [
        {
          id: `${cwe}/${file.replace('.vulnerable.', '.')}`,
          language,
          cwe: cwe.toUpperCase(),
          vulnerable: vulnerable ?? null,
          fixed: fixed ?? null,
        },
      ]
    })
}
