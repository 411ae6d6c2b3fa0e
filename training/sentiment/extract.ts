import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { nGramsOf } from '../../goods/text/sentiment/n-grams.ts'
import { sentimentLanguages, type SentimentLanguage } from '../../goods/text/sentiment/negation.ts'

/**
 * Writes the n-grams of collected texts, by the code that the service runs, so that training and service can't differ.
 *
 *     node training/sentiment/extract.ts IN.jsonl OUT.bin
 *
 * For each line: the number of word n-grams, the number of letter n-grams, then the n-grams, all as unsigned 32-bit numbers.
 */
const [input, output] = process.argv.slice(2)
if (input === undefined || output === undefined) throw new Error('usage: extract.ts IN.jsonl OUT.bin')

const out = createWriteStream(output)
for await (const line of createInterface({ input: createReadStream(input) })) {
  const { text, language } = JSON.parse(line) as { text: string; language: string }
  const code: SentimentLanguage | undefined = sentimentLanguages.find((one) => one === language)
  if (code === undefined) throw new Error(`no model for ${language}`)
  const { words, letters } = nGramsOf(text, code)
  const numbers = Uint32Array.from([words.size, letters.size, ...words, ...letters])
  if (!out.write(Buffer.from(numbers.buffer))) await once(out, 'drain')
}
out.end()
await once(out, 'finish')
