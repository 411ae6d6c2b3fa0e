import type { Place } from '../code/syntax.ts'
import type { Structure } from '../taint/rule.ts'
import { searchCode, type CodeNode } from './search-code.ts'

const isMember = (node: CodeNode, name: RegExp) => node.kind === 'member' && name.test(node.property)
const keyNames = /__proto__|constructor|prototype/

/** The first parameter, when it has a name. */
const firstName = (parameters: readonly { readonly name: string | null }[]) => parameters[0]?.name ?? null

/** Whether a function reads the data of a message without looking at where the message comes from. */
function readsMessage(node: CodeNode): boolean {
  return isMember(node, /^data$/)
}

/** Functions of JavaScript that are wrong by how they are written. */
export const scriptStructures: readonly Structure[] = [
  {
    id: 'script-deep-merge',
    weakness: 'CWE-1321',
    severity: 'medium',
    confidence: 0.6,
    title: 'A deep merge that lets keys change all objects',
    why: 'A key such as __proto__ in the data reaches the prototype that all objects share.',
    fix: 'Skip the keys __proto__, constructor and prototype, or merge into Object.create(null).',
    finds: findDeepMerge,
  },
]

/** A loop over keys that writes `target[key]`, in a function that calls itself with `target[key]` or goes down one key after the other. */
function findDeepMerge({ name, body, parameters }: Parameters<Structure['finds']>[0]): Place | null {
  if (parameters.length < 2) return null
  const keys = new Set<string>()
  const written: { readonly key: string; readonly at: Place }[] = []
  // What is made here can't be the prototype of anything.
  const made = new Set<string>()
  let isDeep = false
  let isGuarded = false
  searchCode(body, (node) => {
    if (node.kind === 'loop' && node.each?.target.kind === 'target' && node.each.target.target.kind === 'name')
      keys.add(node.each.target.target.name)
    if (node.kind === 'function') for (const parameter of node.definition.parameters) if (parameter.name) keys.add(parameter.name)
    if (node.kind === 'text' && keyNames.test(node.value)) isGuarded = true
    if (node.kind === 'member' && /^(?:hasOwn|hasOwnProperty|own)$/.test(node.property)) isGuarded ||= isOnTarget(node)
    if (
      node.kind === 'call' &&
      node.callee.kind === 'name' &&
      node.callee.name === name &&
      node.args.some(({ value }) => value.kind === 'index')
    )
      isDeep = true
    if (node.kind === 'assign' && node.target.kind === 'target') {
      const { target } = node.target
      if (target.kind === 'name' && node.value.kind === 'collection') made.add(target.name)
      if (target.kind === 'index' && target.index.kind === 'name' && !(target.object.kind === 'name' && made.has(target.object.name)))
        written.push({ key: target.index.name, at: target.at })
      // `current = current[key]`: the next write goes one level down.
      if (
        target.kind === 'name' &&
        (isStep(node.value, target.name) || (node.value.kind === 'assign' && isStep(node.value.value, target.name)))
      )
        isDeep = true
    }
    if (
      node.kind === 'call' &&
      /^(?:create)$/.test(node.callee.kind === 'member' ? node.callee.property : '') &&
      node.args.some(({ value }) => value.kind === 'constant')
    )
      isGuarded = true
  })
  const [first] = written.filter(({ key }) => keys.has(key) || isDeep)
  return isDeep && !isGuarded && first ? first.at : null
}

function isStep(value: CodeNode, name: string): boolean {
  if (value.kind === 'either') return value.options.some((option) => isStep(option, name))
  return value.kind === 'index' && value.object.kind === 'name' && value.object.name === name && value.index.kind !== 'constant'
}

/** `target.hasOwnProperty(key)` refuses keys that only the prototype has. */
function isOnTarget(node: CodeNode): boolean {
  return node.kind === 'member' && node.object.kind === 'name' && /^(?:dst|dest|destination|target|to|into|a|base)$/i.test(node.object.name)
}

/** Whether a handler of messages uses their data and does not look at their origin. */
export function ignoresOrigin(definition: Parameters<Structure['finds']>[0]): boolean {
  const name = firstName(definition.parameters)
  let reads = name === null
  let looks = false
  for (const part of definition.parameters)
    if (part.pattern.kind === 'parts') looks ||= part.pattern.parts.some(({ key }) => key === 'origin' || key === 'source')
  searchCode(definition.body, (node) => {
    reads ||= readsMessage(node)
    looks ||= isMember(node, /^(?:origin|source|isTrusted)$/)
    if (node.kind === 'call' && node.args.some(({ value }) => value.kind === 'name' && value.name === name)) looks = true
    if (node.kind === 'assign' && node.target.kind === 'parts') looks ||= node.target.parts.some(({ key }) => key === 'origin')
  })
  return reads && !looks
}
