import type { SeededRandom } from '../seeded-random.ts'

/**
 * JSON with everything that a JavaScript value can't represent: duplicate members, numbers as they were written, and texts that are not
 * JSON.
 */
export type JsonTree =
  | { readonly kind: 'object'; members: [name: string, value: JsonTree][] }
  | { readonly kind: 'array'; items: JsonTree[] }
  | { readonly kind: 'text'; text: string }
  /** The printed text: a number, `true`, or junk. */
  | { readonly kind: 'literal'; text: string }

export function treeOf(value: unknown): JsonTree {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(treeOf) }
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value !== 'object' || value === null) return { kind: 'literal', text: JSON.stringify(value) ?? 'null' }
  return { kind: 'object', members: Object.entries(value).map(([name, member]) => [name, treeOf(member)]) }
}

export function copyOf(tree: JsonTree): JsonTree {
  switch (tree.kind) {
    case 'object':
      return { kind: 'object', members: tree.members.map(([name, value]) => [name, copyOf(value)]) }
    case 'array':
      return { kind: 'array', items: tree.items.map(copyOf) }
    default:
      return { ...tree }
  }
}

/** The tree and all nodes in it. */
export function nodesOf(tree: JsonTree): JsonTree[] {
  const found = [tree]
  for (const node of found) {
    if (node.kind === 'object') for (const [, value] of node.members) found.push(value)
    else if (node.kind === 'array') found.push(...node.items)
  }
  return found
}

/** Approximate number of characters of its text. */
export function weightOf(tree: JsonTree): number {
  return nodesOf(tree).reduce((sum, node) => sum + 4 + ('text' in node ? node.text.length : 0), 0)
}

/** Its text; with random numbers, sometimes with other whitespace and escapes that mean the same. */
export function print(tree: JsonTree, random?: SeededRandom): string {
  const pieces: string[] = []
  write(tree, pieces, random?.chance(0.1) ? random : undefined)
  return pieces.join('')
}

function write(tree: JsonTree, pieces: string[], random: SeededRandom | undefined): void {
  const blank = () => {
    if (random?.chance(0.3)) pieces.push(random.pick([' ', '\n', '\t', '  ', '\r\n']))
  }
  blank()
  switch (tree.kind) {
    case 'object':
      pieces.push('{')
      for (const [at, [name, value]] of tree.members.entries()) {
        if (at > 0) pieces.push(',')
        blank()
        pieces.push(quoted(name, random), ':')
        write(value, pieces, random)
      }
      pieces.push('}')
      break
    case 'array':
      pieces.push('[')
      for (const [at, item] of tree.items.entries()) {
        if (at > 0) pieces.push(',')
        write(item, pieces, random)
      }
      pieces.push(']')
      break
    case 'text':
      pieces.push(quoted(tree.text, random))
      break
    case 'literal':
      pieces.push(tree.text)
  }
  blank()
}

function quoted(text: string, random: SeededRandom | undefined): string {
  if (!random?.chance(0.3)) return JSON.stringify(text)
  return `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
}
