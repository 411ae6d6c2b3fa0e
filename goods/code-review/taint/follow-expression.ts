import type { Expression, Pattern } from '../code/syntax.ts'
import { isWithinLimits, valueAt, type Analysis } from './analysis.ts'
import { checkAssignment, checkJoined, checkSettings } from './check-value.ts'
import { compareConstants, computeNumber, isFixed } from './constants.ts'
import { applyGuards, guardsOf } from './guards.ts'
import { keptSecret } from './kept-secret.ts'
import { assign, copyScope, lookUp, type Scope } from './scope.ts'
import { clean, either, joinTaints, taintsOf, unknownValue, untaintedPrefix, type Value } from './value.ts'

/** What an expression evaluates to. Reports what it breaks on the way. */
export function follow(expression: Expression, scope: Scope, analysis: Analysis): Value {
  if (!isWithinLimits(analysis)) return unknownValue
  switch (expression.kind) {
    case 'name':
      return keptSecret(
        lookUp(scope, expression.name) ?? valueAt(analysis, expression.name, expression.at),
        expression.name,
        expression.at,
        analysis,
      )
    case 'member': {
      const value = guarded(memberOf(follow(expression.object, scope, analysis), expression.property, expression, analysis), scope)
      return keptSecret(value, expression.property, expression.at, analysis)
    }
    case 'index':
      return followIndex(expression, scope, analysis)
    case 'call':
      return analysis.followers.followCall(expression, scope, analysis)
    case 'text':
      return { ...unknownValue, text: expression.value, prefix: expression.value, isConstant: true }
    case 'constant':
      return { ...unknownValue, number: typeof expression.value === 'string' ? null : expression.value, isConstant: true }
    case 'join':
      return followJoin(expression, scope, analysis)
    case 'collection':
      return followCollection(expression, scope, analysis)
    case 'function':
      analysis.homes.set(expression.definition, scope)
      return { ...unknownValue, functions: [expression.definition] }
    case 'either':
      return followEither(expression, scope, analysis)
    case 'compare':
      return followCompare(expression, scope, analysis)
    case 'assign': {
      const value = follow(expression.value, scope, analysis)
      bind(expression.target, value, scope, analysis, expression.adds)
      return value
    }
    case 'steps':
      return followSteps(expression, copyScope(scope), analysis)
    case 'unknown': {
      const parts = expression.parts.map((part) => follow(part, scope, analysis))
      return { ...unknownValue, taints: joinTaints(...parts.map((part) => taintsOf(part))) }
    }
  }
}

function followJoin(expression: Expression & { kind: 'join' }, scope: Scope, analysis: Analysis): Value {
  const values = expression.parts.map((part) => follow(part, scope, analysis))
  const number = computeNumber(expression.operator ?? '', values)
  if (number !== null) return { ...unknownValue, number, isConstant: true }
  const joined = joinValues(values)
  checkJoined(joined, expression.at, analysis)
  // Flags: `stat.S_IRUSR | stat.S_IWOTH`.
  if (expression.operator === '|') return { ...joined, path: values.map(({ path }) => path ?? '').join('|') }
  // `Path(folder) / name` is a path again.
  if (expression.operator === '/') return { ...joined, path: values[0]?.path ?? null }
  if (expression.operator !== '*') return joined
  // A text that is repeated says the same, however often.
  const repeated = values.find(({ text, isList }) => text !== null || isList)
  return repeated ? { ...joined, text: null, taints: repeated.taints, isConstant: repeated.isConstant, isBuilt: repeated.isBuilt } : joined
}

/** The value of a comprehension: its clauses first, then its tests, then what it collects. */
function followSteps(expression: Expression & { kind: 'steps' }, scope: Scope, analysis: Analysis): Value {
  for (const part of expression.parts) follow(part, scope, analysis)
  for (const test of expression.tests) {
    follow(test, scope, analysis)
    applyGuards(scope, guardsOf(test, scope, analysis).whenTrue)
  }
  return follow(expression.value, scope, analysis)
}

/** What a test has shown of a path holds when the path is read again. */
function guarded(value: Value, scope: Scope): Value {
  return value.path !== null && value.taints.length > 0 ? (lookUp(scope, `@${value.path}`) ?? value) : value
}

/** A member of a value: what was assigned to it, else what is known of the whole. */
export function memberOf(object: Value, property: string, { at }: Pick<Expression, 'at'>, analysis: Analysis): Value {
  const known = object.fields?.get(property) ?? memberOfInstance(object, property, analysis)
  if (known) return known
  const path = object.path === null ? null : `${object.path}.${property}`
  const own = path === null ? unknownValue : valueAt(analysis, path, { ...at })
  if (analysis.rules.harmlessMembers.test(property) || (path !== null && analysis.rules.harmlessPaths?.test(path)))
    return { ...own, taints: [] }
  // A part of a text or a record that was written out holds nothing of outsiders.
  return { ...own, taints: joinTaints(own.taints, object.taints), isConstant: object.isConstant && object.fields !== null }
}

function memberOfInstance(object: Value, property: string, analysis: Analysis): Value | null {
  if (!object.path?.startsWith('this:')) return null
  let known = analysis.classes.get(object.path.slice(5))
  for (let depth = 0; known && depth < 5; depth++) {
    const field = known.fields.get(property)
    if (field) return field
    const method = known.methods.get(property)
    if (method) return { ...unknownValue, path: `${object.path}.${property}`, functions: [method] }
    known = known.bases.map((base) => analysis.classes.get(base)).find((base) => base !== undefined)
  }
  return null
}

function followIndex(expression: Expression & { kind: 'index' }, scope: Scope, analysis: Analysis): Value {
  const object = follow(expression.object, scope, analysis)
  const index = follow(expression.index, scope, analysis)
  if (index.text !== null)
    return keptSecret(guarded(memberOf(object, index.text, expression, analysis), scope), index.text, expression.at, analysis)
  const exact = typeof index.number === 'number' ? object.items?.at(index.number) : undefined
  if (exact) return exact
  const letter = object.text !== null && typeof index.number === 'number' ? (object.text.at(index.number) ?? null) : null
  const item = { ...itemOf(object), text: letter }
  return analysis.rules.arithmetic ? { ...item, taints: joinTaints(item.taints, clean(index, analysis.rules.arithmetic).taints) } : item
}

/** Longer lists are followed as a whole. */
const maxItems = 20

/** Some item of a value. */
export function itemOf(object: Value): Value {
  const path = object.path === null ? null : `${object.path}[]`
  return { ...unknownValue, path, taints: taintsOf(object), isConstant: object.isConstant }
}

/** Text put together from parts. */
export function joinValues(parts: readonly Value[]): Value {
  const texts = parts.map(({ text }) => text)
  const isWritten = texts.every((text) => text !== null)
  return {
    ...unknownValue,
    taints: joinTaints(...parts.map((part) => taintsOf(part))),
    text: isWritten ? texts.join('') : null,
    prefix: isWritten ? texts.join('') : prefixOf(parts),
    isConstant: parts.every(({ isConstant }) => isConstant),
    isBuilt: parts.some(({ isConstant }) => !isConstant),
  }
}

/** The beginning of a text made of parts. */
function prefixOf([first, ...others]: readonly Value[]): string | null {
  if (!first || first.prefix !== null || others.length === 0) return first?.prefix ?? null
  return taintsOf(first).length === 0 ? untaintedPrefix : null
}

function followCollection({ items, isRecord }: Expression & { kind: 'collection' }, scope: Scope, analysis: Analysis): Value {
  const values = items.map(({ key, value }) => ({ key, at: value.at, value: follow(value, scope, analysis) }))
  for (const { key, value, at } of values) if (key !== null) checkSettings(key, value, at, analysis)
  const fields = new Map(values.flatMap(({ key, value }) => (key === null ? [] : [[key, value] as const])))
  const loose = values.filter(({ key }) => key === null).map(({ value }) => value)
  const spread = isRecord ? (loose.find(({ path }) => path !== null)?.path ?? null) : null
  return {
    ...unknownValue,
    path: spread === null ? null : `{...}${spread}`,
    taints: joinTaints(...loose.map((value) => taintsOf(value))),
    isConstant: values.every(({ value }) => value.isConstant),
    isBuilt: loose.some(({ isBuilt }) => isBuilt),
    isList: !isRecord,
    items: isRecord || values.length > maxItems ? null : values.map(({ value }) => value),
    functions: loose.flatMap(({ functions }) => functions).slice(0, 4),
    fields: fields.size > 0 || values.length === 0 ? fields : null,
    // The first item of a list says what program is run: ['sh', '-c', command].
    prefix: loose[0]?.prefix ?? null,
  }
}

function followEither(expression: Expression & { kind: 'either' }, scope: Scope, analysis: Analysis): Value {
  const guards = expression.test ? guardsOf(expression.test, scope, analysis) : null
  const holds = expression.test ? follow(expression.test, scope, analysis).number : null
  const only =
    typeof holds === 'boolean' && expression.test && isFixed(expression.test, scope) ? expression.options[holds ? 0 : 1] : undefined
  if (only) return follow(only, scope, analysis)
  const values = expression.options.map((option, index) => {
    if (!guards) return follow(option, scope, analysis)
    const inside = copyScope(scope)
    applyGuards(inside, index === 0 ? guards.whenTrue : guards.whenFalse)
    return follow(option, inside, analysis)
  })
  return values.reduce((one, other) => either(one, other), values[0] ?? unknownValue)
}

const calculating = /^(?:\*\*?|-|\/|%|\||&|\^|<<|>>>?)$/

function followCompare(expression: Expression & { kind: 'compare' }, scope: Scope, analysis: Analysis): Value {
  const { operator, parts } = expression
  if (operator !== 'and' && operator !== 'or') {
    const values = parts.map((part) => follow(part, scope, analysis))
    const [left, right] = values
    if (/^={2,3}$/.test(operator) && left && right && parts[0]?.kind !== 'text') checkCompared(parts[0], left, right, analysis)
    const { arithmetic } = analysis.rules
    const taints = arithmetic && calculating.test(operator) ? clean(joinValues(values), arithmetic).taints : []
    return { ...unknownValue, taints, number: compareConstants(operator, values) }
  }
  const [first, second] = parts
  if (!first || !second) return unknownValue
  const left = follow(first, scope, analysis)
  const inside = copyScope(scope)
  const guards = guardsOf(first, scope, analysis)
  applyGuards(inside, operator === 'and' ? guards.whenTrue : guards.whenFalse)
  const right = follow(second, inside, analysis)
  return operator === 'and' ? right : either(left, right)
}

/** `password == "…"` writes the secret in the code as an assignment does. */
function checkCompared(part: Expression | undefined, left: Value, right: Value, analysis: Analysis): void {
  const name = part?.kind === 'name' ? part.name : part?.kind === 'member' ? part.property : null
  if (part && name !== null && left.text === null) checkSettings(`==${name}`, right, part.at, analysis)
}

/** Pairs of a number and an item: `enumerate(list)`, `list.entries()`. */
const numbering = /^(?:enumerate|(?!Object\.).*\.entries)\(\)\[\]$/
const counted: Value = { ...unknownValue, isConstant: true }

/** Puts a value where a pattern says. `adds` is true of `+=` and its like. */
export function bind(pattern: Pattern, value: Value, scope: Scope, analysis: Analysis, adds = false): void {
  if (pattern.kind === 'parts') {
    for (const [index, part] of pattern.parts.entries()) {
      const isNumber = index === 0 && numbering.test(value.path ?? '')
      const taken = isNumber ? counted : part.key === null ? itemOf(value) : memberOf(value, part.key, { at: anywhere }, analysis)
      const fallback = part.fallback ? follow(part.fallback, scope, analysis) : null
      bind(part.pattern, fallback ? either(taken, fallback) : taken, scope, analysis)
    }
    return
  }
  const { target } = pattern
  const kept = adds ? joinValues([follow(target, scope, analysis), value]) : value
  if (target.kind === 'name') {
    checkAssignment(target.name, kept, target.at, analysis)
    return assign(scope, target.name, kept)
  }
  if (target.kind === 'member') return setMember(target, kept, scope, analysis)
  if (target.kind !== 'index') return
  const index = follow(target.index, scope, analysis)
  if (index.text !== null)
    return setMember({ kind: 'member', object: target.object, property: index.text, at: target.at }, kept, scope, analysis)
  checkAssignment(
    `${follow(target.object, scope, analysis).path ?? '?'}[${index.taints.length > 0 ? 'tainted' : ''}]`,
    index,
    target.at,
    analysis,
  )
  addTo(target.object, kept, scope, analysis)
}

const anywhere = { line: 1, column: 1, endLine: 1, endColumn: 1 }

export function setMember(target: Expression & { kind: 'member' }, value: Value, scope: Scope, analysis: Analysis): void {
  const object = follow(target.object, scope, analysis)
  if (analysis.rules.entryPaths?.test(`${object.path ?? ''}.${target.property}`))
    for (const one of value.functions) analysis.entries.add(one)
  checkAssignment(`${object.path ?? '?'}.${target.property}`, value, target.at, analysis)
  if (object.path?.startsWith('this:')) {
    const known = analysis.classes.get(object.path.slice(5))
    const before = known?.fields.get(target.property)
    known?.fields.set(target.property, before ? either(before, value) : value)
    return
  }
  const changed: Value = { ...object, isConstant: false, fields: new Map([...(object.fields ?? []), [target.property, value]]) }
  if (target.object.kind === 'name') assign(scope, target.object.name, changed)
  else if (target.object.kind === 'member') setMemberQuietly(target.object, changed, scope, analysis)
}

/** Writes a changed object back to where it is kept, without looking at rules again. */
function setMemberQuietly(target: Expression & { kind: 'member' }, value: Value, scope: Scope, analysis: Analysis): void {
  if (target.object.kind !== 'name') return
  const object = follow(target.object, scope, analysis)
  if (object.path?.startsWith('this:')) {
    analysis.classes.get(object.path.slice(5))?.fields.set(target.property, value)
    return
  }
  assign(scope, target.object.name, { ...object, fields: new Map([...(object.fields ?? []), [target.property, value]]) })
}

/** What a collection has been given more of. */
export function addTo(target: Expression, value: Value, scope: Scope, analysis: Analysis, items: readonly Value[] | null = null): void {
  const before = follow(target, scope, analysis)
  const changed: Value = {
    ...before,
    isConstant: before.isConstant && value.isConstant,
    isBuilt: before.isBuilt || value.isBuilt,
    taints: joinTaints(before.taints, taintsOf(value)),
    items,
  }
  if (target.kind === 'name') assign(scope, target.name, changed)
  else if (target.kind === 'member') setMemberQuietly(target, changed, scope, analysis)
}
