import { parseCode, type GrammarName } from '../code/parse-code.ts'
import { readPython } from '../code/read-python.ts'
import { readScript } from '../code/read-script.ts'
import { pythonRules } from '../rules/python.ts'
import { scriptRules } from '../rules/script.ts'
import { findFlows, type Flows } from './find-flows.ts'

/** How long a file may take. `now` gives milliseconds. */
export interface TaintLimits {
  readonly maxMs: number
  readonly now: () => number
}

/**
 * What data of outsiders may reach in a file, and the calls and settings that are wrong by themselves.
 * @returns `isComplete: false` if the file was too large or too deeply nested to follow to its end
 * @throws ParseTimeout if the file can't be parsed within `maxMs`
 */
export async function findTaint(language: GrammarName, text: string, { maxMs, now }: TaintLimits): Promise<Flows> {
  const end = now() + maxMs
  const tree = await parseCode(language, text, { maxMs, now })
  try {
    const program = language === 'python' ? readPython(tree.rootNode) : readScript(tree.rootNode)
    return findFlows(program, language === 'python' ? pythonRules : scriptRules, { isOver: () => now() > end })
  } finally {
    tree.delete()
  }
}
