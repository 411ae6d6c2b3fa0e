import { distancesFrom, readImporters } from './import-graph.ts'
import type { Changes } from './changed-files.ts'

/** Files whose types are checked: these, or all of them. */
export type TypedFiles = readonly string[] | 'all'

/** What can change the types of files that do not import it. */
const isEverywhere = (file: string) => /^(package(-lock)?|tsconfig)\.json$|\.d\.ts$/.test(file)
const isTypeScript = (file: string) => file.endsWith('.ts')

/**
 * The files in which a change can break a type: those that changed, and all that import them, through however many modules. Which ones
 * imported a file that is gone cannot be read any longer, so then it is all of them.
 */
export function typedFiles(root: string, { files, gone }: Pick<Changes, 'files' | 'gone'>): TypedFiles {
  if (files.some(isEverywhere) || gone.some((file) => isEverywhere(file) || isTypeScript(file) || file.endsWith('.json'))) return 'all'
  return [...distancesFrom(files, readImporters(root)).keys()].filter(isTypeScript)
}
