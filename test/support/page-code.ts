import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../..')

/** A copy of what the service is made of, which uses the packages of the project. */
export async function copyOfProject(name: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), `farthing-${name}-`))
  for (const folder of ['src', 'goods', 'sandbox']) await cp(join(project, folder), join(copy, folder), { recursive: true })
  for (const file of ['package.json', 'tsconfig.json', 'oxlint.config.ts', '.oxfmtrc.json']) await cp(join(project, file), join(copy, file))
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** A block of code of a page whose fence says what to do with it: ```ts file=goods/x.ts */
export interface PageCode {
  readonly kind: 'file' | 'add-to' | 'change'
  readonly file: string
  /** For `add-to` (`below=…`) and `change` (`line=…`): a part of the line to look for. */
  readonly mark: string
  readonly code: string
}

/** The blocks of a page in docs/, in order. */
export async function codeOf(page: string): Promise<readonly PageCode[]> {
  const text = await readFile(join(project, page), 'utf8')
  const fence = /^```\w+ (file|add-to|change)=(\S+)(?: (?:below|line)=(\S+))?\n([\s\S]*?)^```$/gm
  return [...text.matchAll(fence)].map(([, kind, file = '', mark = '', code = '']) => ({
    kind: kind as PageCode['kind'],
    file,
    mark,
    code,
  }))
}

/**
 * Does in a copy what a reader does: writes new files, adds imports to the imports, and other lines below the one that the page names,
 * or instead of it.
 */
export async function follow(page: string, copy: string): Promise<readonly string[]> {
  const blocks = await codeOf(page)
  for (const block of blocks) {
    const path = join(copy, block.file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, block.kind === 'file' ? block.code : edited(await readFile(path, 'utf8'), block))
  }
  return [...new Set(blocks.map(({ file }) => file))]
}

/** What the formatter and the linter, with its type checks, say of files in a copy; empty where all is well. */
export async function complaintsOf(copy: string, files: readonly string[]): Promise<string> {
  const tool = (name: string, ...args: readonly string[]) =>
    new Promise<string>((done) =>
      execFile(process.execPath, [join(project, 'node_modules', name), ...args, ...files], { cwd: copy }, (error, out) =>
        done(error ? out : ''),
      ),
    )
  return (await tool('oxfmt/bin/oxfmt', '--check')) + (await tool('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'))
}

function edited(source: string, { kind, file, mark, code }: PageCode): string {
  const added = code.trimEnd().split('\n')
  const imports = added.filter((line) => line.startsWith('import '))
  const others = added.filter((line) => !line.startsWith('import '))
  const lines = source.split('\n')
  const at = lines.findIndex((line) => line.includes(mark) && !line.startsWith('import '))
  if (at < 0) throw new Error(`${file} has no line with ${mark}`)
  lines.splice(kind === 'change' ? at : at + 1, kind === 'change' ? 1 : 0, ...others)
  return [...imports, ...lines].join('\n')
}
