import type { Expression } from '../code/syntax.ts'
import { decide, isReported, report, taintFrom, valueAt, type Analysis } from './analysis.ts'
import { checkSettings, checkTaints } from './check-value.ts'
import { addTo, follow, joinValues, memberOf, setMember } from './follow-expression.ts'
import { followFunction, instanceOf } from './follow-function.ts'
import type { SeenCall, Sink } from './rule.ts'
import { rulesAtPath } from './rules-at-path.ts'
import type { Scope } from './scope.ts'
import { clean, joinTaints, taintsOf, unknownValue, type Taint, type Value } from './value.ts'

type Call = Expression & { kind: 'call' }

/** What a call returns. Reports what it breaks. */
export function followCall(call: Call, scope: Scope, analysis: Analysis): Value {
  const receiver = call.callee.kind === 'member' ? follow(call.callee.object, scope, analysis) : null
  const callee =
    receiver && call.callee.kind === 'member'
      ? memberOf(receiver, call.callee.property, call.callee, analysis)
      : follow(call.callee, scope, analysis)
  const seen = seeCall(call, callee, receiver, scope, analysis)
  const module = moduleOf(seen)
  if (module) return module
  const isSink = checkSinks(seen, analysis)
  if (call.callee.kind === 'index' && analysis.rules.chosenFunction && !follow(call.callee.object, scope, analysis).fields)
    checkTaints(analysis.rules.chosenFunction, follow(call.callee.index, scope, analysis), call.at, analysis)
  checkMisuse(seen, analysis)
  if (call.callee.kind === 'member' && analysis.rules.collecting.test(call.callee.property))
    for (const { value } of seen.args) addTo(call.callee.object, value, scope, analysis, itemsAfter(call.callee.property, receiver, value))
  else if (receiver?.items && call.callee.kind === 'member' && call.callee.object.kind === 'name' && changing.test(call.callee.property))
    addTo(call.callee.object, unknownValue, scope, analysis, itemsAfter(call.callee.property, receiver, seen.args[0]?.value ?? null))
  applyEffects(call, seen, scope, analysis)
  if (receiver && analysis.rules.chaining?.test(seen.path))
    return follow(call.callee.kind === 'member' ? call.callee.object : call.callee, scope, analysis)
  if (analysis.rules.transparent?.test(seen.path)) return seen.args[0]?.value ?? unknownValue
  const instance = instanceOf(callee, seen, scope, analysis)
  if (instance) return instance
  if (callee.functions.length > 0) {
    const value = followFunction(callee.functions, seen, receiver, analysis)
    const named = analysis.rules.sanitisers.filter(({ path, isByName }) => isByName && path.test(seen.path))
    return named.reduce((cleaner, { cleans }) => clean(cleaner, cleans), value)
  }
  const returned = runCallbacks(seen, receiver, isSink || analysis.rules.opaque.test(seen.path), analysis)
  const value = resultOf(seen, receiver, analysis)
  if (isSink) return { ...value, taints: [] }
  if (returned && /\.(?:then|map|flatMap)$/.test(seen.path)) return { ...value, taints: returned.taints }
  return returned ? { ...value, taints: joinTaints(value.taints, returned.taints) } : value
}

/** Methods that change which items a list has, or their order. */
const changing = /^(?:pop|remove|clear|sort|reverse|shift|splice|fill)$/

/** The items of a list after a method has changed it, or null where that is not known. */
function itemsAfter(method: string, list: Value | null, given: Value | null): readonly Value[] | null {
  if (!list?.items || !given) return null
  if (method === 'append' || method === 'push') return list.items.length < 20 ? [...list.items, given] : null
  return method === 'pop' && given.number === 0 ? list.items.slice(1) : null
}

function seeCall(call: Call, callee: Value, receiver: Value | null, scope: Scope, analysis: Analysis): SeenCall {
  const property = call.callee.kind === 'member' ? call.callee.property : ''
  const called = call.callee.kind === 'name' ? call.callee.name : null
  const path = callee.path ?? called ?? `${receiver?.text === null || !receiver ? '?' : '""'}.${property}`
  const args = call.args.map(({ name, value, spread }) => ({ name, value: follow(value, scope, analysis), spread }))
  for (const { name, value } of args) if (name !== null) checkSettings(name, value, call.at, analysis)
  const placed = args.filter(({ name }) => name === null)
  return {
    path,
    receiver,
    args,
    at: call.at,
    arg: (index, name) => args.find((argument) => name !== undefined && argument.name === name)?.value ?? placed[index]?.value ?? null,
  }
}

/** `require('fs')` is the module itself. */
function moduleOf({ path, args }: SeenCall): Value | null {
  const text = /^(?:require|import|importlib\.import_module|__import__)$/.test(path) ? args[0]?.value.text : null
  return text ? { ...unknownValue, path: text.replace(/^node:/, '') } : null
}

function checkMisuse(call: SeenCall, analysis: Analysis): void {
  for (const rule of rulesAtPath(analysis.rules.misuses, call.path, analysis))
    if ((rule.when?.(call) ?? true) && !isReported(analysis, rule.weakness, call.at)) report(analysis, rule, call.at, null)
}

/** Whether this call is a sink. Reports the flow where data of outsiders reaches it. */
function checkSinks(call: SeenCall, analysis: Analysis): boolean {
  let isSink = false
  for (const rule of rulesAtPath(analysis.rules.sinks, call.path, analysis)) {
    const isDangerous = rule.when?.(call) ?? true
    if (rule.returnsInput !== true && (isDangerous || analysis.rules.tracksHarmlessSinks !== true)) isSink = true
    if (!isDangerous) {
      for (const value of valuesFor(rule, call)) for (const { source } of taintsOf(value)) decide(analysis, rule.weakness, source)
      continue
    }
    for (const value of valuesFor(rule, call)) {
      if (rule.onlyBuilt && !value.isBuilt) continue
      checkTaints(rule, value, call.at, analysis)
    }
  }
  return isSink
}

function valuesFor(rule: Sink, call: SeenCall): readonly Value[] {
  if (!rule.args) return call.args.flatMap(({ value }) => rule.parts?.(value) ?? [value])
  return rule.args.flatMap((which) => {
    const value =
      which === 'receiver'
        ? call.receiver
        : typeof which === 'number'
          ? (call.args.filter(({ name }) => name === null)[which]?.value ?? null)
          : (call.args.find(({ name }) => name === which)?.value ?? null)
    return value ? (rule.parts?.(value) ?? [value]) : []
  })
}

function applyEffects(call: Call, seen: SeenCall, scope: Scope, analysis: Analysis): void {
  if (call.callee.kind !== 'member') return
  for (const effect of analysis.rules.effects ?? []) {
    const text = effect.path.test(seen.path) ? effect.value(seen) : null
    if (text === null) continue
    const target = { kind: 'member', object: call.callee.object, property: effect.member, at: call.at } as const
    setMember(target, { ...unknownValue, text, isConstant: true }, scope, analysis)
  }
}

const countsItems = /\.(?:map|forEach|filter|find|findIndex|some|every|flatMap|reduce)$/
const counted: Value = { ...unknownValue, isConstant: true }

/** Functions that are handed to a call get what the call works on. */
function runCallbacks(call: SeenCall, receiver: Value | null, givesOwn: boolean, analysis: Analysis): Value | null {
  const callbacks = call.args.filter(({ value }) => value.functions.length > 0)
  if (callbacks.length === 0) return null
  const others = call.args.filter(({ value }) => value.functions.length === 0).map(({ value }) => value)
  const isOverItems = /\.(?:map|forEach|filter|find|findIndex|some|every|flatMap|reduce|then|catch|sort|all)$/.test(call.path)
  // What a query or a file gives back is not what the caller wrote.
  const taints = givesOwn ? [] : isOverItems && receiver ? taintsOf(receiver) : joinTaints(...others.map((value) => taintsOf(value)))
  const given: Value = { ...unknownValue, taints }
  const results = callbacks.map(({ value }) => {
    const parameters = value.functions[0]?.parameters ?? []
    const names = parameters.map(({ name }) => name)
    const args = parameters.map(({ name }, index) => {
      // The place of an item is a number.
      if (isOverItems && index === (call.path.endsWith('reduce') ? 2 : 1) && countsItems.test(call.path))
        return { name: null, value: counted }
      const path = analysis.rules.callbackParameter?.(call, index, names) ?? (name === null ? '?{}' : `?${name}`)
      return { name: null, value: { ...given, path, taints: joinTaints(given.taints, valueAt(analysis, path, call.at).taints) } }
    })
    return followFunction(value.functions, { ...call, args, arg: (index) => args[index]?.value ?? null }, receiver, analysis)
  })
  return { ...unknownValue, taints: joinTaints(...results.map((result) => taintsOf(result))) }
}

function settingsOf({ args }: SeenCall): Value['settings'] {
  const named = args.flatMap(({ name, value }) => (name === null ? [] : [[name, value] as const]))
  return named.length > 0 ? new Map(named) : null
}

/** Secrets and errors do not leave through calls that make something else of them. */
function ofOutsiders(taints: readonly Taint[]): readonly Taint[] {
  return taints.filter(({ source }) => source.kind === 'outsider')
}

/** What a function that is not in the file returns: what went in, unless it is known to make it harmless. */
function resultOf(call: SeenCall, receiver: Value | null, analysis: Analysis): Value {
  const text = analysis.rules.namedByText?.test(call.path) ? (call.args[0]?.value.text ?? '') : ''
  const own = valueAt(analysis, `${call.path}(${text})`, call.at)
  if (analysis.rules.opaque.test(call.path)) {
    const isNumber = rulesAtPath(analysis.rules.sanitisers, call.path, analysis).some(({ cleans, when }) => cleans === 'all' && !when)
    return isNumber ? clean(own, 'all') : own
  }
  // `request_wrapper(request)` returns what outsiders sent in another form.
  if (analysis.rules.requestReaders?.test(call.path) && call.args.some(({ value }) => /^(?:\?|flask\.)?request$/.test(value.path ?? '')))
    return { ...own, taints: [taintFrom(analysis, 'request', call.at, true)] }
  const isLookup = receiver !== null && analysis.rules.lookups?.test(call.path) === true
  // `map(int, list)` and `list.map(Number)` make each item what the function makes of it.
  const mapper = /(?:^|\.)map$/.test(call.path) ? (call.args[0]?.value.path ?? null) : null
  const given = call.args.slice(mapper === null ? 0 : 1).map(({ value }) => value)
  const parts = [...(receiver ? [receiver] : []), ...(isLookup ? given.slice(1) : given)]
  const joined = joinValues(parts)
  const isFormat = /(?:\.(?:format|join|concat|format_map|Template|safe_substitute|substitute))$/.test(call.path)
  const whole: Value = {
    ...own,
    taints: joinTaints(own.taints, analysis.rules.keepsText?.test(call.path) ? joined.taints : ofOutsiders(joined.taints)),
    isBuilt: isFormat ? joined.isBuilt : parts.some(({ isBuilt }) => isBuilt),
    prefix: isFormat ? (receiver?.prefix ?? null) : null,
    settings: settingsOf(call),
    isConstant: parts.length > 0 && (analysis.rules.pure?.test(call.path) ? given : parts).every(({ isConstant }) => isConstant),
  }
  const sanitisers = rulesAtPath(analysis.rules.sanitisers, call.path, analysis).filter(({ when }) => when?.(call) ?? true)
  if (mapper !== null) sanitisers.push(...rulesAtPath(analysis.rules.sanitisers, mapper, analysis).filter(({ when }) => !when))
  return sanitisers.reduce((value, { cleans }) => clean(value, cleans), whole)
}
