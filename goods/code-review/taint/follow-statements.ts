import type { Expression, FunctionDefinition, Statement } from '../code/syntax.ts'
import { isWithinLimits, report, valueAt, type Analysis, type Frame } from './analysis.ts'
import { bind, follow, itemOf } from './follow-expression.ts'
import { checkReturned } from './check-value.ts'
import { isFixed } from './constants.ts'
import { applyGuards, checkedBy, guardsOf } from './guards.ts'
import { assign, copyScope, joinScopes, type Scope } from './scope.ts'
import { either, unknownValue } from './value.ts'

const leaving = /^(?:flask\.)?abort$|^sys\.exit$|^exit$|^quit$|^process\.exit$|^os\._exit$/

/** Follows statements in order. True if they leave the block: what comes after it is not reached. */
export function followStatements(statements: readonly Statement[], scope: Scope, analysis: Analysis, frame: Frame): boolean {
  // Functions and classes can be used before the line that defines them.
  for (const statement of statements) if (statement.kind === 'define') define(statement, scope, analysis)
  for (const statement of statements) {
    if (!isWithinLimits(analysis)) return false
    if (followStatement(statement, scope, analysis, frame)) return true
  }
  return false
}

function define(statement: Statement & { kind: 'define' }, scope: Scope, analysis: Analysis): void {
  const { definition } = statement
  analysis.homes.set(definition, scope)
  if (definition.name !== null && definition.owner === null) scope.own.set(definition.name, { ...unknownValue, functions: [definition] })
}

function followStatement(statement: Statement, scope: Scope, analysis: Analysis, frame: Frame): boolean {
  switch (statement.kind) {
    case 'expression':
      follow(statement.value, scope, analysis)
      if (statement.value.kind === 'call') applyChecker(statement.value, scope, analysis)
      return statement.value.kind === 'call' && isLeaving(statement.value, scope, analysis)
    case 'return': {
      const value = statement.value ? follow(statement.value, scope, analysis) : unknownValue
      frame.returned = frame.returned ? either(frame.returned, value) : value
      if (statement.value && frame.definition)
        checkReturned(decoratorsOf(frame.definition, scope, analysis), value, statement.value.at, analysis)
      return true
    }
    case 'leave':
      if (statement.value) follow(statement.value, scope, analysis)
      return true
    case 'branch':
      return followBranch(statement, scope, analysis, frame)
    case 'loop':
      followLoop(statement, scope, analysis, frame)
      return false
    case 'define':
      for (const decorator of statement.definition.decorators) follow(decorator, scope, analysis)
      return false
    case 'class':
      followClass(statement, scope, analysis, frame)
      return false
    case 'import':
      assign(scope, statement.local, valueAt(analysis, statement.path, anywhere))
      return false
    case 'attempt':
      return followAttempt(statement, scope, analysis, frame)
    case 'block':
      return followStatements(statement.body, scope, analysis, frame)
  }
}

const anywhere = { line: 1, column: 1, endLine: 1, endColumn: 1 }

function isLeaving(call: Expression, scope: Scope, analysis: Analysis): boolean {
  return call.kind === 'call' && call.callee.kind !== 'function' && leaving.test(follow(call.callee, scope, analysis).path ?? '')
}

/** After a call that raises an error for bad data, the data is good: `validate_name(name)`. */
function applyChecker(call: Expression & { kind: 'call' }, scope: Scope, analysis: Analysis): void {
  const callee = follow(call.callee, scope, analysis)
  const name = call.callee.kind === 'member' ? call.callee.property : call.callee.kind === 'name' ? call.callee.name : ''
  // A function of the file that never raises checks nothing.
  if (!analysis.rules.checkers?.test(name) || (callee.functions.length > 0 && !callee.functions.some(({ body }) => raises(body)))) return
  applyGuards(
    scope,
    call.args.map(({ value }) => checkedBy(follow(value, scope, analysis))),
  )
}

function raises(body: readonly Statement[], depth = 0): boolean {
  if (depth > 6) return false
  return body.some((statement) => {
    if (
      statement.kind === 'leave' ||
      (statement.kind === 'expression' && statement.value.kind === 'call' && /abort/.test(nameOfCall(statement.value)))
    )
      return true
    if (statement.kind === 'branch') return raises(statement.consequent, depth + 1) || raises(statement.otherwise, depth + 1)
    return (statement.kind === 'loop' || statement.kind === 'block' || statement.kind === 'attempt') && raises(statement.body, depth + 1)
  })
}

function nameOfCall({ callee }: Expression & { kind: 'call' }): string {
  return callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : ''
}

function decoratorsOf(definition: FunctionDefinition, scope: Scope, analysis: Analysis): readonly string[] {
  if (!analysis.rules.returned) return []
  return definition.decorators.map(
    (decorator) => follow(decorator.kind === 'call' ? decorator.callee : decorator, scope, analysis).path ?? '',
  )
}

function followBranch(statement: Statement & { kind: 'branch' }, scope: Scope, analysis: Analysis, frame: Frame): boolean {
  const { number } = follow(statement.test, scope, analysis)
  if (typeof number === 'boolean' && statement.test.kind === 'compare' && isFixed(statement.test, scope))
    return followStatements(number ? statement.consequent : statement.otherwise, scope, analysis, frame)
  const guards = guardsOf(statement.test, scope, analysis)
  const then = copyScope(scope)
  const otherwise = copyScope(scope)
  applyGuards(then, guards.whenTrue)
  applyGuards(otherwise, guards.whenFalse)
  const thenLeaves = followStatements(statement.consequent, then, analysis, frame)
  const otherwiseLeaves = followStatements(statement.otherwise, otherwise, analysis, frame)
  if (thenLeaves && otherwiseLeaves) return true
  if (thenLeaves) joinScopes(scope, otherwise, otherwise)
  else if (otherwiseLeaves) joinScopes(scope, then, then)
  else joinScopes(scope, then, otherwise)
  return false
}

/** Twice: what the first round has assigned reaches the second. */
function followLoop(statement: Statement & { kind: 'loop' }, scope: Scope, analysis: Analysis, frame: Frame): void {
  for (let round = 0; round < 2; round++) {
    const inside = copyScope(scope)
    if (statement.each) bind(statement.each.target, itemOf(follow(statement.each.over, inside, analysis)), inside, analysis)
    if (statement.test) {
      follow(statement.test, inside, analysis)
      applyGuards(inside, guardsOf(statement.test, inside, analysis).whenTrue)
    }
    followStatements(statement.body, inside, analysis, frame)
    joinScopes(scope, scope, inside)
  }
}

function followAttempt(statement: Statement & { kind: 'attempt' }, scope: Scope, analysis: Analysis, frame: Frame): boolean {
  const { swallowing } = analysis.rules
  if (swallowing) for (const at of statement.swallowed ?? []) report(analysis, swallowing, at, null)
  const tried = copyScope(scope)
  const leaves = followStatements(statement.body, tried, analysis, frame)
  const failed = copyScope(scope)
  joinScopes(failed, scope, tried)
  const ends = statement.handlers.map((handler) => {
    const handled = copyScope(failed)
    return { handled, leaves: followStatements(handler, handled, analysis, frame) }
  })
  const reached = [...(leaves ? [] : [tried]), ...ends.filter((end) => !end.leaves).map(({ handled }) => handled)]
  const [first] = reached
  if (!first) return statement.handlers.length > 0 || leaves
  for (const other of reached) joinScopes(first, first, other)
  joinScopes(scope, first, first)
  return false
}

function followClass(statement: Statement & { kind: 'class' }, scope: Scope, analysis: Analysis, frame: Frame): void {
  const methods = statement.body.flatMap((member) =>
    member.kind === 'define' && member.definition.name !== null ? [member.definition] : [],
  )
  const bases = statement.bases.flatMap((base) => (base.kind === 'name' ? [base.name] : []))
  analysis.classes.set(statement.name, { methods: new Map(methods.map((method) => [method.name ?? '', method])), fields: new Map(), bases })
  for (const method of methods) analysis.homes.set(method, scope)
  scope.own.set(statement.name, { ...unknownValue, path: `class:${statement.name}` })
  const inside = copyScope(scope)
  inside.own.set('this', { ...unknownValue, path: `this:${statement.name}` })
  followStatements(
    statement.body.filter((member) => member.kind !== 'define'),
    inside,
    analysis,
    frame,
  )
}
