import type { OnnxRuntime, OnnxSession } from 'onnxruntime-node'
import type { Encoder, EncoderInput } from './encoder.ts'
import { ModelFault } from './model-fault.ts'
import type { Tokenizer } from './tokenizer.ts'
import { wordSize, type WordTable } from './word-table.ts'

export interface OnnxEncoderParts {
  readonly runtime: OnnxRuntime
  readonly tokenizer: Tokenizer
  readonly words: WordTable
}

/** A model with what it gives for one input: as many logits as it has labels, or numbers of a vector. */
export interface OnnxModel {
  readonly file: string
  readonly bytes: ArrayBuffer
  readonly maxTokens: number
  readonly outputs: number
}

/**
 * An encoder that is loaded with the first input. Inputs run one by one: on a single thread, batches are no faster, and the
 * numbers of an input would depend on its neighbours, since activations are quantised over a whole batch.
 */
export function createOnnxEncoder(model: OnnxModel, { runtime, tokenizer, words }: OnnxEncoderParts): Encoder {
  let session: Promise<OnnxSession> | null = null

  async function scoreOne(loaded: OnnxSession, input: EncoderInput): Promise<Float32Array> {
    const { ids, first } = tokenizer.encode(input, model.maxTokens)
    const vectors = new Float32Array(ids.length * wordSize)
    for (const [index, id] of ids.entries()) words.copy(id, vectors, index * wordSize)
    const types = BigInt64Array.from(ids, (_, index) => (index < first ? 0n : 1n))
    const { scores } = await loaded.run({
      words: new runtime.Tensor('float32', vectors, [1, ids.length, wordSize]),
      types: new runtime.Tensor('int64', types, [1, ids.length]),
      mask: new runtime.Tensor('int64', new BigInt64Array(ids.length).fill(1n), [1, ids.length]),
    })
    if (!(scores?.data instanceof Float32Array) || scores.data.length !== model.outputs || !scores.data.every(Number.isFinite))
      throw new ModelFault(model.file, 'a model with other outputs')
    return scores.data
  }

  return {
    async score(inputs) {
      session ??= load(runtime, model)
      const loaded = await session
      const rows: Float32Array[] = []
      for (const input of inputs) rows.push(await scoreOne(loaded, input))
      return rows
    },
  }
}

async function load(runtime: OnnxRuntime, { file, bytes }: OnnxModel): Promise<OnnxSession> {
  try {
    return await runtime.InferenceSession.create(new Uint8Array(bytes), {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    })
  } catch (error) {
    throw new ModelFault(file, `no model that can be loaded: ${error instanceof Error ? error.message : 'unknown fault'}`)
  }
}
