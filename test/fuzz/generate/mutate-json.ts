import type { SeededRandom } from '../seeded-random.ts'
import { copyOf, nodesOf, print, treeOf, weightOf, type JsonTree } from './json-tree.ts'
import { longestText, mutateText } from './mutate-text.ts'
import { numberText, shortText } from './awkward-values.ts'

/** Makes a generator of JSON texts similar to these values: sometimes unchanged, mostly with one or a few changes, sometimes changed as text. */
export function jsonNear(specimens: readonly unknown[]): (random: SeededRandom) => string {
  const trees = specimens.map(treeOf)
  return (random) => {
    const tree = copyOf(random.pick(trees))
    for (let round = random.pick([0, 1, 1, 1, 1, 1, 2, 2, 3, 8]); round > 0; round--) change(random, tree, trees)
    const text = print(tree, random).slice(0, longestText)
    return random.chance(0.08) ? mutateText(random, text) : text
  }
}

/** A tree of this size is not changed further. */
const mostNodes = 5_000
/** Largest size of a node that may be copied, perhaps thousands of times. */
const lightWeight = 1_000

/** Changes one place of the tree. The root stays an object or a list. */
function change(random: SeededRandom, tree: JsonTree, others: readonly JsonTree[]): void {
  const nodes = nodesOf(tree)
  if (nodes.length > mostNodes) return
  // An error near the top is found first and hides errors below it. Changes of both kinds are needed.
  const node = random.pick(random.chance(0.4) ? nodes.slice(0, 4) : nodes)
  if (node.kind === 'object') changeObject(random, node, nodes, others)
  else if (node.kind === 'array') changeArray(random, node, nodes)
  else become(node, replacement(random, node, nodes, others))
}

function changeObject(
  random: SeededRandom,
  node: Extract<JsonTree, { kind: 'object' }>,
  nodes: readonly JsonTree[],
  others: readonly JsonTree[],
): void {
  const { members } = node
  const at = random.below(members.length)
  const [name = 'a', value = anyNode(random)] = members[at] ?? []
  switch (random.below(9)) {
    case 0:
    case 1:
      members.splice(at, 1)
      break
    case 2:
      members.splice(random.below(members.length + 1), 0, [name, random.chance(0.5) ? smallCopy(random, value) : anyNode(random)])
      break
    case 3:
      if (members[at]) members[at] = [random.pick([name.toUpperCase(), ` ${name}`, `${name}s`, shortText(random), '__proto__']), value]
      break
    case 4:
      members.push([random.chance(0.5) ? random.pick(['__proto__', 'constructor', 'toString', '']) : shortText(random), anyNode(random)])
      break
    case 5: {
      const other = random.below(members.length)
      const [first, second] = [members[at], members[other]]
      if (first && second) [first[1], second[1]] = [second[1], first[1]]
      break
    }
    case 6:
      members.push(
        ...Array.from({ length: manyOf(random) }, (_, index): [string, JsonTree] => [`m${index}`, { kind: 'literal', text: '0' }]),
      )
      break
    default:
      if (members[at]) members[at] = [name, replacement(random, value, nodes, others)]
  }
}

function changeArray(random: SeededRandom, node: Extract<JsonTree, { kind: 'array' }>, nodes: readonly JsonTree[]): void {
  const { items } = node
  const at = random.below(items.length)
  switch (random.below(5)) {
    case 0:
      items.splice(at, 1)
      break
    case 1:
      items.splice(at, 0, smallCopy(random, items[at]))
      break
    case 2:
      items.push(anyNode(random))
      break
    case 3:
      items.push(...manyCopies(random, items[at]))
      break
    default:
      items[at] = replacement(random, items[at] ?? anyNode(random), nodes, [])
  }
}

/** A replacement for a value: of another type, deeper, moved from elsewhere, or almost the same. */
function replacement(random: SeededRandom, value: JsonTree, nodes: readonly JsonTree[], others: readonly JsonTree[]): JsonTree {
  switch (random.below(11)) {
    case 0:
      return { kind: 'array', items: [smallCopy(random, value)] }
    case 1:
      return { kind: 'object', members: [[shortText(random), smallCopy(random, value)]] }
    case 2:
      return random.chance(0.3) ? deep(random, smallCopy(random, value)) : anyNode(random)
    case 3:
      return smallCopy(random, random.pick(nodes))
    case 4:
      return smallCopy(random, others.length > 0 ? random.pick(nodesOf(random.pick(others))) : undefined)
    case 5:
      return otherType(random, value)
    case 6:
    case 7:
      return anyNode(random)
    default:
      if (value.kind === 'text') return { kind: 'text', text: mutateText(random, value.text) }
      if (value.kind === 'literal') return random.chance(0.9) ? number(random) : { kind: 'literal', text: mutateText(random, value.text) }
      return anyNode(random)
  }
}

/** Never the node itself, because it would then contain itself. */
function smallCopy(random: SeededRandom, node: JsonTree | undefined): JsonTree {
  return node && weightOf(node) < lightWeight ? copyOf(node) : anyNode(random)
}

function manyCopies(random: SeededRandom, node: JsonTree | undefined): JsonTree[] {
  const one = smallCopy(random, node)
  return Array.from({ length: Math.min(manyOf(random), Math.ceil(longestText / weightOf(one))) }, () => copyOf(one))
}

function otherType(random: SeededRandom, value: JsonTree): JsonTree {
  if (value.kind === 'text') return /^-?\d+(\.\d+)?$/.test(value.text) ? { kind: 'literal', text: value.text } : number(random)
  return { kind: 'text', text: value.kind === 'literal' ? value.text : print(value) }
}

function anyNode(random: SeededRandom): JsonTree {
  switch (random.below(8)) {
    case 0:
      return { kind: 'literal', text: 'null' }
    case 1:
      return { kind: 'object', members: [] }
    case 2:
      return { kind: 'array', items: [] }
    case 3:
      return { kind: 'literal', text: random.pick(['true', 'false']) }
    case 4:
      return number(random)
    default:
      return { kind: 'text', text: shortText(random) }
  }
}

function number(random: SeededRandom): JsonTree {
  return { kind: 'literal', text: numberText(random) }
}

function deep(random: SeededRandom, value: JsonTree): JsonTree {
  let nested = value
  const inObjects = random.chance(0.5)
  for (let depth = random.pick([2, 14, 15, 16, 30, 31, 32, 33, 64, 500]); depth > 0; depth--)
    nested = inObjects ? { kind: 'object', members: [['a', nested]] } : { kind: 'array', items: [nested] }
  return nested
}

function manyOf(random: SeededRandom): number {
  return random.chance(0.9) ? random.between(1, 20) : random.pick([250, 251, 499, 500, 998, 1000, 1001, 4000])
}

function become(node: JsonTree, other: JsonTree): void {
  for (const name of Object.keys(node)) delete (node as Record<string, unknown>)[name]
  Object.assign(node, other)
}
