import { readFileSync, writeFileSync } from 'node:fs'
import { sentenceFeatures } from '../../goods/text/summary/sentence-features.ts'
import { bestRouge } from '../../test/eval/summarize/rouge.ts'

/**
 * Writes what the scorer learns from, by the code that the service runs, so that training and service can't differ.
 *
 *     node training/summary/extract.ts DOCUMENTS.jsonl VECTORS.bin OUT.jsonl
 *
 * One line for each document: {features: [[number]], rouge1: [number], rouge2: [number], rougeL: [number]} with one entry for each sentence.
 */
const [documents, vectorFile, output] = process.argv.slice(2)
if (documents === undefined || vectorFile === undefined || output === undefined) throw new Error('usage: extract.ts DOCUMENTS VECTORS OUT')

const dimensions = 384
const bytes = readFileSync(vectorFile)
const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
let place = 0
const lines: string[] = []
for (const line of readFileSync(documents, 'utf8').split('\n').filter(Boolean)) {
  const { source, target } = JSON.parse(line) as { source: readonly string[]; target: readonly string[] }
  const sentences = source.map((sentence) => sentence.trim())
  const vectors = sentences.map((_, index) => numbers.subarray((place + index) * dimensions, (place + index + 1) * dimensions))
  place += sentences.length
  const figures = sentences.map((sentence) => bestRouge(sentence, target))
  lines.push(
    JSON.stringify({
      features: sentenceFeatures({ sentences, vectors }),
      rouge1: figures.map(({ rouge1 }) => rouge1),
      rouge2: figures.map(({ rouge2 }) => rouge2),
      rougeL: figures.map(({ rougeL }) => rougeL),
    }),
  )
}
writeFileSync(output, `${lines.join('\n')}\n`)
