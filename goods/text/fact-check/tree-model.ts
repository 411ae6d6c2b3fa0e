import { z } from 'zod'

/** Trees in flat arrays. A leaf has the feature -1 and its value in `thresholds`. Children are indexes of nodes. */
const treeSchema = z.object({
  label: z.int().min(0).max(2),
  features: z.array(z.int()),
  thresholds: z.array(z.number()),
  left: z.array(z.int()),
  right: z.array(z.int()),
})

export const treeModelSchema = z.object({
  features: z.array(z.string()),
  trees: z.array(treeSchema),
  /** Divides the logits, so that probabilities are as high as their rate of being right. */
  temperature: z.number().positive(),
  /** Added to the logits of contradicted, supported, unverifiable before that. */
  bias: z.array(z.number()).length(3),
})

export type TreeModel = z.output<typeof treeModelSchema>

/** Depth of no trained tree comes near it: a file that loops ends here. */
const maxDepth = 32

/** Probabilities of contradicted, supported and unverifiable for a row of features in the order of `features`. */
export function probabilitiesOf(model: TreeModel, row: Float64Array): readonly [number, number, number] {
  const logits: [number, number, number] = [0, 0, 0]
  for (const tree of model.trees) logits[tree.label as 0 | 1 | 2] += leafOf(tree, row)
  return softmax(logits.map((logit, label) => (logit + (model.bias[label] ?? 0)) / model.temperature))
}

function leafOf(tree: TreeModel['trees'][number], row: Float64Array): number {
  let node = 0
  for (let depth = 0; depth < maxDepth; depth++) {
    const feature = tree.features[node] ?? -1
    if (feature < 0) return tree.thresholds[node] ?? 0
    // Training and evaluation agree on 32-bit features.
    const goesLeft = Math.fround(row[feature] ?? 0) < (tree.thresholds[node] ?? 0)
    node = (goesLeft ? tree.left[node] : tree.right[node]) ?? 0
  }
  return 0
}

/** Probabilities of logits. */
export function softmax(logits: readonly number[]): [number, number, number] {
  const highest = Math.max(...logits)
  const powers = logits.map((logit) => Math.exp(logit - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return [(powers[0] ?? 0) / sum, (powers[1] ?? 0) / sum, (powers[2] ?? 0) / sum]
}
