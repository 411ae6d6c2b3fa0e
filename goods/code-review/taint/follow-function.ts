import type { FunctionDefinition } from '../code/syntax.ts'
import { isWithinLimits, limits, taintFrom, type Analysis } from './analysis.ts'
import { checkAssignment, checkSettings } from './check-value.ts'
import { bind, follow } from './follow-expression.ts'
import type { SeenCall } from './rule.ts'
import { openScope, type Scope } from './scope.ts'
import { either, joinTaints, taintsOf, unknownValue, type Value } from './value.ts'

/** What functions of the file return for these arguments. A function that is being followed already returns what it was given. */
export function followFunction(
  definitions: readonly FunctionDefinition[],
  call: SeenCall,
  receiver: Value | null,
  analysis: Analysis,
): Value {
  const results = definitions.map((definition) => {
    const given = { ...unknownValue, taints: joinTaints(...call.args.map(({ value }) => taintsOf(value))) }
    if (analysis.calls.includes(definition) || analysis.calls.length >= limits.depth) return given
    const key = signatureOf(call, receiver)
    const known = analysis.results.get(definition)?.get(key)
    if (known) return known
    const value = runFunction(definition, argumentsFor(definition, call), receiver, analysis)
    const results = analysis.results.get(definition) ?? new Map<string, Value>()
    analysis.results.set(definition, results.set(key, value))
    return value
  })
  return results.reduce((one, other) => either(one, other), results[0] ?? unknownValue)
}

/** Calls with the same signature have the same result. */
function signatureOf(call: SeenCall, receiver: Value | null): string {
  const of = (value: Value) =>
    `${value.path ?? ''}|${value.text ?? ''}|${value.isBuilt}|${taintsOf(value)
      .map(({ source, cleaned }) => `${source.at.line}:${source.at.column}${[...cleaned].join()}`)
      .join(';')}`
  return `${receiver ? of(receiver) : ''}(${call.args.map(({ name, value }) => `${name ?? ''}=${of(value)}`).join(',')})`
}

function argumentsFor(definition: FunctionDefinition, call: SeenCall): (Value | null)[] {
  const takesSelf = /^(?:self|cls)$/.test(definition.parameters[0]?.name ?? '')
  return definition.parameters.map(({ name }, index) => {
    if (takesSelf && index === 0) return null
    return call.arg(index - (takesSelf ? 1 : 0), name ?? undefined)
  })
}

/** Follows a function's body with the values of its parameters; null is for those that nothing was given for. */
function runFunction(definition: FunctionDefinition, args: readonly (Value | null)[], receiver: Value | null, analysis: Analysis): Value {
  if (!isWithinLimits(analysis)) return unknownValue
  const scope = openScope(analysis.homes.get(definition) ?? null)
  const owner = definition.owner ?? ownerOf(receiver)
  if (owner !== null) for (const name of ['self', 'cls', 'this']) scope.own.set(name, { ...unknownValue, path: `this:${owner}` })
  definition.parameters.forEach((parameter, index) => {
    if (owner !== null && index === 0 && /^(?:self|cls)$/.test(parameter.name ?? '')) return
    const given = args[index] ?? null
    const fallback = parameter.fallback ? follow(parameter.fallback, scope, analysis) : null
    if (fallback && parameter.name !== null) checkSettings(parameter.name, fallback, definition.at, analysis, true)
    const value = given && fallback ? either(given, fallback) : (given ?? fallback ?? { ...unknownValue, path: `?${parameter.name ?? ''}` })
    // Patterns bind new names: an outer name that is called the same stays as it is.
    if (parameter.name !== null) scope.own.set(parameter.name, value)
    else bind(parameter.pattern, value, scope, analysis)
  })
  analysis.calls.push(definition)
  const frame = { returned: null as Value | null, definition }
  analysis.followers.followStatements(definition.body, scope, analysis, frame)
  analysis.calls.pop()
  if (frame.returned && definition.name !== null) checkAssignment(`${definition.name}()`, frame.returned, definition.at, analysis)
  return frame.returned ?? unknownValue
}

function ownerOf(receiver: Value | null): string | null {
  return receiver?.path?.startsWith('this:') ? receiver.path.slice(5) : null
}

/** A new object of a class of the file, after its constructor has run; null for other calls. */
export function instanceOf(callee: Value, call: SeenCall, _scope: Scope, analysis: Analysis): Value | null {
  const name = callee.path?.startsWith('class:') ? callee.path.slice(6) : null
  const known = name === null ? undefined : analysis.classes.get(name)
  if (name === null || !known) return null
  const instance: Value = { ...unknownValue, path: `this:${name}` }
  const constructor = known.methods.get('__init__') ?? known.methods.get('constructor')
  if (constructor) followFunction([constructor], call, instance, analysis)
  return instance
}

/** Parameters that a route says are numbers: `/users/<int:id>`. */
function numbersOf({ decorators }: FunctionDefinition): ReadonlySet<string> {
  const routes = decorators.flatMap((decorator) =>
    decorator.kind === 'call' ? decorator.args.map(({ value }) => (value.kind === 'text' ? value.value : '')) : [],
  )
  return new Set(routes.flatMap((route) => [...route.matchAll(/<(?:int|float|uuid):(\w+)>/g)].map(([, name = '']) => name)))
}

/** Follows a function as if it were called from outside the file. */
export function enterFunction(definition: FunctionDefinition, analysis: Analysis): void {
  const { rules } = analysis
  const takesRequest = definition.parameters.slice(0, 2).some(({ name }) => name !== null && rules.handlerParameters?.test(name) === true)
  const isCalled = rules.trustsCalls === true && analysis.results.has(definition)
  const numbers = numbersOf(definition)
  const isHandler =
    takesRequest ||
    definition.decorators.some((decorator) => {
      const called = decorator.kind === 'call' ? decorator.callee : decorator
      return called.kind === 'member' && (rules.handlerDecorators?.test(called.property) ?? false)
    })
  const args = definition.parameters.map(({ name, type, decorators }, index): Value => {
    if (index === 0 && analysis.entries.has(definition))
      return {
        ...unknownValue,
        path: `?${name ?? '{}'}`,
        taints: [taintFrom(analysis, name ?? 'event', definition.at, true, rules.delicate)],
      }
    const value = { ...unknownValue, path: name === null ? '?{}' : `?${name}` }
    const isGiven = decorators?.some((decorator) => rules.parameterDecorators?.test(decorator)) ?? false
    if (/^(?:self|cls|this)$/.test(name ?? '')) return value
    if (type !== null && rules.harmlessTypes.test(type)) return value
    if (numbers.has(name ?? '')) return value
    if (isCalled && !isHandler && !isGiven) return value
    return {
      ...value,
      taints: rules.requestNames.test(name ?? '')
        ? []
        : [taintFrom(analysis, name ?? 'parameter', definition.at, isHandler || isGiven, rules.delicate)],
    }
  })
  runFunction(definition, args, null, analysis)
}
