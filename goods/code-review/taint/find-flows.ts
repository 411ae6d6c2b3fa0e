import type { Program } from '../code/syntax.ts'
import { openAnalysis, report, type Analysis } from './analysis.ts'
import { followCall } from './follow-call.ts'
import { follow } from './follow-expression.ts'
import { enterFunction } from './follow-function.ts'
import { followStatements } from './follow-statements.ts'
import type { Flow, LanguageRules } from './rule.ts'
import { openScope } from './scope.ts'

export interface Flows {
  readonly flows: readonly Flow[]
  /** False if the file is too large to follow to its end. */
  readonly isComplete: boolean
}

/**
 * Follows data of outsiders through a file: assignments, containers, calls, returns, templates, across its functions. Each function
 * is also followed as if it were called from another file.
 */
export function findFlows(
  program: Program,
  rules: LanguageRules,
  { isOver }: { readonly isOver: () => boolean } = { isOver: () => false },
): Flows {
  const analysis = openAnalysis(rules, { follow, followCall, followStatements }, isOver)
  followStatements(program, openScope(null), analysis, { returned: null, definition: null })
  enterAll(analysis)
  const flows = withoutEarly(analysis).toSorted((one, other) => one.at.line - other.at.line || one.at.column - other.at.column)
  return { flows, isComplete: analysis.isComplete }
}

/** What was reported early and is decided in another place is reported there or nowhere. */
function withoutEarly({ found, decided }: Analysis): readonly Flow[] {
  return [...found.values()].filter(({ rule, source }) => {
    const known = decided.get(rule.weakness)
    return rule.isEarly !== true || ![...(known ?? [])].some(({ at, name }) => at === source?.at && name === source.name)
  })
}

/** Functions inside of functions are found while those are followed. */
function enterAll(analysis: Analysis): void {
  const entered = new Set()
  for (let round = 0; round < 4; round++) {
    const waiting = [...analysis.homes.keys()].filter((definition) => !entered.has(definition))
    if (waiting.length === 0) return
    // Functions are mostly called by those below them: these first, so that it is known what the others are given.
    const callersFirst = waiting.toReversed().toSorted((one, other) => Number(one.owner !== null) - Number(other.owner !== null))
    for (const definition of callersFirst) {
      entered.add(definition)
      for (const structure of analysis.rules.structures ?? []) {
        const at = structure.finds(definition)
        if (at) report(analysis, structure, at, null)
      }
      enterFunction(definition, analysis)
    }
  }
}
