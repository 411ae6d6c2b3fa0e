import { z } from 'zod'

const node = z.tuple([z.int().min(-1), z.number(), z.int().nonnegative(), z.int().nonnegative()])

/** A trained scorer (training/summary/train.py): a regression on sentence vectors, and boosted trees on features and its result. */
const summaryModel = z.object({
  features: z.int().positive(),
  vectorWeights: z.array(z.number()).length(768),
  vectorBias: z.number(),
  base: z.number(),
  trees: z.array(z.array(node).min(1).max(1_000)).min(1).max(2_000),
})

export type SummaryModel = z.output<typeof summaryModel>

/** @throws ZodError when the text is not such a model */
export function parseSummaryModel(json: string): SummaryModel {
  const model = summaryModel.parse(JSON.parse(json))
  for (const tree of model.trees) {
    // Children come after their parents, so that each walk ends.
    tree.forEach(([feature, , yes, no], place) => {
      const inside = (child: number) => child > place && child < tree.length
      if (feature > model.features || (feature >= 0 && !(inside(yes) && inside(no))))
        throw new Error('a tree of the summary model is broken')
    })
  }
  return model
}

/** How well each sentence serves as a summary, against the others of its text: small numbers around 0. */
export function scoreSentences(
  model: SummaryModel,
  features: readonly (readonly number[])[],
  vectors: readonly Float32Array[],
): readonly number[] {
  const mean = plainMean(vectors)
  return features.map((row, index) => {
    const byVector = scoreVector(model, vectors[index] ?? mean, mean)
    const all = [...row, byVector].map(Math.fround)
    return model.trees.reduce((sum, tree) => sum + leafOf(tree, all), model.base)
  })
}

/** The regression sees a vector and its distance from the mean of the text. */
function scoreVector({ vectorWeights, vectorBias }: SummaryModel, vector: Float32Array, mean: Float32Array): number {
  let sum = vectorBias
  for (let index = 0; index < vector.length; index++) {
    const value = vector[index] ?? 0
    sum += value * (vectorWeights[index] ?? 0) + (value - (mean[index] ?? 0)) * (vectorWeights[vector.length + index] ?? 0)
  }
  return sum
}

function plainMean(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (let index = 0; index < mean.length; index++) mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0)
  return mean.map((sum) => sum / vectors.length)
}

function leafOf(tree: SummaryModel['trees'][number], features: readonly number[]): number {
  let at = tree[0]
  while (at && at[0] >= 0) at = tree[(features[at[0]] ?? 0) < at[1] ? at[2] : at[3]]
  return at?.[1] ?? 0
}
