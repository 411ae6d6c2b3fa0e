import type { Dice } from '../dice.ts'

/**
 * JSON with everything that a value of the language can't hold: members of one name, numbers as they were written, texts
 * that are no JSON at all.
 */
export type JsonTree =
  | { readonly kind: 'object'; members: [name: string, value: JsonTree][] }
  | { readonly kind: 'array'; items: JsonTree[] }
  | { readonly kind: 'text'; text: string }
  /** As it is printed: a number, `true`, or junk. */
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

/** The tree and all that is in it. */
export function nodesOf(tree: JsonTree): JsonTree[] {
  const found = [tree]
  for (const node of found) {
    if (node.kind === 'object') for (const [, value] of node.members) found.push(value)
    else if (node.kind === 'array') found.push(...node.items)
  }
  return found
}

/** About how many characters it takes to print. */
export function weightOf(tree: JsonTree): number {
  return nodesOf(tree).reduce((sum, node) => sum + 4 + ('text' in node ? node.text.length : 0), 0)
}

/** Its text; with dice, now and then with other blanks and escapes that mean the same. */
export function print(tree: JsonTree, dice?: Dice): string {
  const pieces: string[] = []
  write(tree, pieces, dice?.chance(0.1) ? dice : undefined)
  return pieces.join('')
}

function write(tree: JsonTree, pieces: string[], dice: Dice | undefined): void {
  const blank = () => {
    if (dice?.chance(0.3)) pieces.push(dice.pick([' ', '\n', '\t', '  ', '\r\n']))
  }
  blank()
  switch (tree.kind) {
    case 'object':
      pieces.push('{')
      for (const [at, [name, value]] of tree.members.entries()) {
        if (at > 0) pieces.push(',')
        blank()
        pieces.push(quoted(name, dice), ':')
        write(value, pieces, dice)
      }
      pieces.push('}')
      break
    case 'array':
      pieces.push('[')
      for (const [at, item] of tree.items.entries()) {
        if (at > 0) pieces.push(',')
        write(item, pieces, dice)
      }
      pieces.push(']')
      break
    case 'text':
      pieces.push(quoted(tree.text, dice))
      break
    case 'literal':
      pieces.push(tree.text)
  }
  blank()
}

function quoted(text: string, dice: Dice | undefined): string {
  if (!dice?.chance(0.3)) return JSON.stringify(text)
  return `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
}
