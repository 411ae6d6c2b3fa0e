/**
 * Writes the features of labelled pairs for train.py: `node dump-features.ts PAIRS OUT [--encoder]`. PAIRS has a JSON object a line,
 * {claim, source, label, origin, unseen}. With `--encoder` the trained encoder
 * of `models/` reads the pairs that it was not trained on.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readText } from '../../goods/text/fact-check/elements.ts'
import { encoderFeatures, judged } from '../../goods/text/fact-check/encoder-features.ts'
import { lexicalFeatures } from '../../goods/text/fact-check/features.ts'
import { examine } from '../../goods/text/fact-check/judge-claim.ts'
import { passagesOf } from '../../goods/text/fact-check/passages.ts'
import { readSource } from '../../goods/text/fact-check/read-source.ts'
import { readWordRelations } from '../../goods/text/fact-check/word-relations.ts'
import { loadEncoders, readModels } from '../../goods/text/models/load-encoders.ts'
import { modelDirectory } from '../../goods/text/models/model-directory.ts'
import { createWork } from '../../src/shared/work.ts'

const row = z.object({ claim: z.string(), source: z.string(), label: z.int(), origin: z.string(), unseen: z.boolean() })
const { positionals, values } = parseArgs({ allowPositionals: true, options: { encoder: { type: 'boolean', default: false } } })
const [pairs = '', out = ''] = positionals
/** As many passages as one claim gets in the service. */
const maxPassages = 6
const relations = readWordRelations(new URL('../../models/word-relations.json', import.meta.url))
const encoder = values.encoder ? (await loadEncoders(await readModels(modelDirectory))).pairs : null
const file = createWriteStream(out)
for await (const line of createInterface({ input: createReadStream(pairs) })) {
  const { claim, source, ...rest } = row.parse(JSON.parse(line))
  const read = readText(claim)
  const whole = readSource(source)
  const examined = examine(read, whole, { relations }, createWork())
  const features = { ...lexicalFeatures(read, whole, examined), ...(rest.unseen ? await readByEncoder() : {}) }
  file.write(`${JSON.stringify({ ...rest, features })}\n`)

  /** The encoder's view of the same passages that it reads in the service. */
  async function readByEncoder(): Promise<Readonly<Record<string, number>>> {
    const candidates = examined.map(({ candidate }) => candidate)
    const passages = encoder === null ? [] : passagesOf(whole, candidates, maxPassages)
    if (encoder === null || passages.length === 0) return {}
    const rows = await encoder.score(passages.map((passage) => [claim, passage.text] as const))
    return encoderFeatures(passages.map((passage, index) => judged(passage, rows[index] ?? new Float32Array(3))))
  }
}
file.end()
