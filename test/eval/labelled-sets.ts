import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of labelled examples. */
export interface LabelledSet {
  /** Its name without the ending. */
  readonly name: string
  readonly lines: readonly string[]
}

/** What `npm run eval` was asked for. */
export interface EvalFlags {
  readonly json: boolean
  readonly misses: boolean
  /** Paths of `--set FILE`. With them the sets of the folder are left out. */
  readonly set: readonly string[]
}

/** The folder of labelled samples: EVALS_DIR, or `shared/evals` beside the checkout or beside the folder that it is in. */
const places = [
  process.env['EVALS_DIR'],
  fileURLToPath(new URL('../../../shared/evals', import.meta.url)),
  fileURLToPath(new URL('../../../../shared/evals', import.meta.url)),
].filter((place) => place !== undefined)

/** The folder of a tool's samples; null where there are none. */
export function evalFolder(tool: string): string | null {
  return places.map((place) => join(place, tool)).find(existsSync) ?? null
}

/**
 * The labelled sets of a tool, from `--set` or from its folder of samples. The endings tell whose a file of `--set` is.
 * @returns none, with a message, where there are no samples
 */
export function labelledSets(tool: string, endings: readonly string[], { set }: Pick<EvalFlags, 'set'>): readonly LabelledSet[] {
  if (set.length > 0) return set.filter((file) => endings.includes(extname(file))).map(readSet)
  const folder = evalFolder(tool)
  if (folder === null) {
    console.log(`\n${tool}: no labelled samples here (EVALS_DIR, or shared/evals beside the checkout). Nothing was measured.`)
    return []
  }
  const files = readdirSync(folder).filter((file) => endings.includes(extname(file)) && !file.includes('train'))
  return files.sort().map((file) => readSet(join(folder, file)))
}

function readSet(file: string): LabelledSet {
  return {
    name: basename(file, extname(file)),
    lines: readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  }
}
