import type { Dice } from '../dice.ts'
import { copyOf, nodesOf, print, treeOf, weightOf, type JsonTree } from './json-tree.ts'
import { longestText, mutateText } from './mutate-text.ts'
import { numberText, shortText } from './palette.ts'

/** A maker of JSON texts near these values: unchanged now and then, mostly with one or a few changes, sometimes cut up as text. */
export function jsonNear(specimens: readonly unknown[]): (dice: Dice) => string {
  const trees = specimens.map(treeOf)
  return (dice) => {
    const tree = copyOf(dice.pick(trees))
    for (let round = dice.pick([0, 1, 1, 1, 1, 1, 2, 2, 3, 8]); round > 0; round--) change(dice, tree, trees)
    const text = print(tree, dice).slice(0, longestText)
    return dice.chance(0.08) ? mutateText(dice, text) : text
  }
}

/** A tree that has grown so far is changed no more. */
const mostNodes = 5_000
/** What may be copied, be it thousands of times. */
const lightWeight = 1_000

/** Changes one place of the tree. The root stays an object or list, with whatever in it. */
function change(dice: Dice, tree: JsonTree, others: readonly JsonTree[]): void {
  const nodes = nodesOf(tree)
  if (nodes.length > mostNodes) return
  // What is wrong near the top is seen first, and would hide what is wrong below; both are wanted.
  const node = dice.pick(dice.chance(0.4) ? nodes.slice(0, 4) : nodes)
  if (node.kind === 'object') changeObject(dice, node, nodes, others)
  else if (node.kind === 'array') changeArray(dice, node, nodes)
  else become(node, replacement(dice, node, nodes, others))
}

function changeObject(
  dice: Dice,
  node: Extract<JsonTree, { kind: 'object' }>,
  nodes: readonly JsonTree[],
  others: readonly JsonTree[],
): void {
  const { members } = node
  const at = dice.below(members.length)
  const [name = 'a', value = anyNode(dice)] = members[at] ?? []
  switch (dice.below(9)) {
    case 0:
    case 1:
      members.splice(at, 1)
      break
    case 2:
      members.splice(dice.below(members.length + 1), 0, [name, dice.chance(0.5) ? smallCopy(dice, value) : anyNode(dice)])
      break
    case 3:
      if (members[at]) members[at] = [dice.pick([name.toUpperCase(), ` ${name}`, `${name}s`, shortText(dice), '__proto__']), value]
      break
    case 4:
      members.push([dice.chance(0.5) ? dice.pick(['__proto__', 'constructor', 'toString', '']) : shortText(dice), anyNode(dice)])
      break
    case 5: {
      const other = dice.below(members.length)
      const [first, second] = [members[at], members[other]]
      if (first && second) [first[1], second[1]] = [second[1], first[1]]
      break
    }
    case 6:
      members.push(...Array.from({ length: manyOf(dice) }, (_, index): [string, JsonTree] => [`m${index}`, { kind: 'literal', text: '0' }]))
      break
    default:
      if (members[at]) members[at] = [name, replacement(dice, value, nodes, others)]
  }
}

function changeArray(dice: Dice, node: Extract<JsonTree, { kind: 'array' }>, nodes: readonly JsonTree[]): void {
  const { items } = node
  const at = dice.below(items.length)
  switch (dice.below(5)) {
    case 0:
      items.splice(at, 1)
      break
    case 1:
      items.splice(at, 0, smallCopy(dice, items[at]))
      break
    case 2:
      items.push(anyNode(dice))
      break
    case 3:
      items.push(...manyCopies(dice, items[at]))
      break
    default:
      items[at] = replacement(dice, items[at] ?? anyNode(dice), nodes, [])
  }
}

/** What may come in the place of a value: of another type, deeper, moved here from elsewhere, or nearly the same. */
function replacement(dice: Dice, value: JsonTree, nodes: readonly JsonTree[], others: readonly JsonTree[]): JsonTree {
  switch (dice.below(11)) {
    case 0:
      return { kind: 'array', items: [smallCopy(dice, value)] }
    case 1:
      return { kind: 'object', members: [[shortText(dice), smallCopy(dice, value)]] }
    case 2:
      return dice.chance(0.3) ? deep(dice, smallCopy(dice, value)) : anyNode(dice)
    case 3:
      return smallCopy(dice, dice.pick(nodes))
    case 4:
      return smallCopy(dice, others.length > 0 ? dice.pick(nodesOf(dice.pick(others))) : undefined)
    case 5:
      return otherType(dice, value)
    case 6:
    case 7:
      return anyNode(dice)
    default:
      if (value.kind === 'text') return { kind: 'text', text: mutateText(dice, value.text) }
      if (value.kind === 'literal') return dice.chance(0.9) ? number(dice) : { kind: 'literal', text: mutateText(dice, value.text) }
      return anyNode(dice)
  }
}

/** Never the node itself, which would end up inside of itself. */
function smallCopy(dice: Dice, node: JsonTree | undefined): JsonTree {
  return node && weightOf(node) < lightWeight ? copyOf(node) : anyNode(dice)
}

function manyCopies(dice: Dice, node: JsonTree | undefined): JsonTree[] {
  const one = smallCopy(dice, node)
  return Array.from({ length: Math.min(manyOf(dice), Math.ceil(longestText / weightOf(one))) }, () => copyOf(one))
}

function otherType(dice: Dice, value: JsonTree): JsonTree {
  if (value.kind === 'text') return /^-?\d+(\.\d+)?$/.test(value.text) ? { kind: 'literal', text: value.text } : number(dice)
  return { kind: 'text', text: value.kind === 'literal' ? value.text : print(value) }
}

function anyNode(dice: Dice): JsonTree {
  switch (dice.below(8)) {
    case 0:
      return { kind: 'literal', text: 'null' }
    case 1:
      return { kind: 'object', members: [] }
    case 2:
      return { kind: 'array', items: [] }
    case 3:
      return { kind: 'literal', text: dice.pick(['true', 'false']) }
    case 4:
      return number(dice)
    default:
      return { kind: 'text', text: shortText(dice) }
  }
}

function number(dice: Dice): JsonTree {
  return { kind: 'literal', text: numberText(dice) }
}

function deep(dice: Dice, value: JsonTree): JsonTree {
  let nested = value
  const inObjects = dice.chance(0.5)
  for (let depth = dice.pick([2, 14, 15, 16, 30, 31, 32, 33, 64, 500]); depth > 0; depth--)
    nested = inObjects ? { kind: 'object', members: [['a', nested]] } : { kind: 'array', items: [nested] }
  return nested
}

function manyOf(dice: Dice): number {
  return dice.chance(0.9) ? dice.between(1, 20) : dice.pick([250, 251, 499, 500, 998, 1000, 1001, 4000])
}

function become(node: JsonTree, other: JsonTree): void {
  for (const name of Object.keys(node)) delete (node as Record<string, unknown>)[name]
  Object.assign(node, other)
}
