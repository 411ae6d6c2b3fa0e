import { either, unknownValue, type Value } from './value.ts'

/** The names of one function, with those of the functions around it. Copied where the code branches. */
export interface Scope {
  readonly own: Map<string, Value>
  readonly outer: Scope | null
}

export function openScope(outer: Scope | null): Scope {
  return { own: new Map(), outer }
}

export function lookUp(scope: Scope | null, name: string): Value | null {
  for (let current = scope; current; current = current.outer) {
    const found = current.own.get(name)
    if (found) return found
  }
  return null
}

/** Assigns a name where it is known, else in the innermost scope. */
export function assign(scope: Scope, name: string, value: Value): void {
  for (let current: Scope | null = scope; current; current = current.outer)
    if (current.own.has(name)) {
      // A function may run at any time: what it assigns outside may or may not have happened.
      current.own.set(name, current === scope ? value : either(current.own.get(name) ?? unknownValue, value))
      return
    }
  scope.own.set(name, value)
}

export function copyScope(scope: Scope): Scope {
  return { own: new Map(scope.own), outer: scope.outer }
}

/** After two branches: each name has one of its values. */
export function joinScopes(into: Scope, one: Scope, other: Scope): void {
  for (const name of new Set([...one.own.keys(), ...other.own.keys()])) {
    const [left, right] = [one.own.get(name), other.own.get(name)]
    // What a test has shown of a path holds only if it holds on both ways.
    if (name.startsWith('@') && (!left || !right)) {
      into.own.delete(name)
      continue
    }
    into.own.set(name, left && right ? either(left, right) : (left ?? right ?? unknownValue))
  }
}
