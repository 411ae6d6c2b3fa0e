import { randomBytes } from 'node:crypto'
import { open, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadEncoders, readModels } from './load-encoders.ts'
import { modelDirectory } from './model-directory.ts'
import { copyModels, modelsHere } from './models.fixture.ts'

const claim = 'The bridge was opened in 1932.'
const passage = 'After nine years of work the bridge was opened to traffic in March 1932.'

describe.runIf(modelsHere)('encoders', async () => {
  const encoders = modelsHere ? await loadEncoders(await readModels(modelDirectory)) : null

  test('give a row of logits for each pair and each sentence, in the order of the inputs', async () => {
    const pairs =
      (await encoders?.pairs.score([
        [claim, passage],
        ['Cats bark.', passage],
        [claim, passage],
      ])) ?? []
    expect(pairs.map((row) => row.length)).toEqual([3, 3, 3])
    expect(pairs[0]).toEqual(pairs[2])
    expect(pairs[0]).not.toEqual(pairs[1])
    const [sentiment] = (await encoders?.sentiment.score(['What a lovely film.'])) ?? []
    expect(sentiment).toHaveLength(3)
  })

  test('give sentences with a like meaning vectors that are alike, of length 1', async () => {
    const vectors = (await encoders?.sentences.score([claim, passage, 'Two cats slept on the warm oven.'])) ?? []
    const product = (one: number, other: number) => vectors[one]!.reduce((sum, value, index) => sum + value * vectors[other]![index]!, 0)
    expect(vectors.map((row) => row.length)).toEqual([384, 384, 384])
    expect(product(0, 0)).toBeCloseTo(1, 4)
    expect(product(0, 1)).toBeGreaterThan(product(0, 2) + 0.1)
  })

  test('take any text: empty, long, strange', async () => {
    const texts = ['', ' ', 'x'.repeat(5_000), 'word '.repeat(2_000), '\ud800', '😀'.repeat(300), '\u0000', '[SEP] [CLS]']
    for (const row of (await encoders?.sentiment.score(texts)) ?? []) expect([...row].every(Number.isFinite)).toBe(true)
    for (const row of (await encoders?.pairs.score(texts.map((text) => [text, text] as const))) ?? [])
      expect([...row].every(Number.isFinite)).toBe(true)
  })

  test('score nothing for nothing', async () => {
    expect(await encoders?.pairs.score([])).toEqual([])
  })
})

describe.runIf(modelsHere)('models', async () => {
  const copy = modelsHere ? await copyModels() : null
  afterAll(() => copy?.remove())
  const path = (name: string) => join(copy!.directory, name)

  test('of which one byte is another are not loaded', async () => {
    const file = await open(path('pairs.onnx'), 'r+')
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 4_000)
    await file.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, 4_000)
    await expect(readModels(copy!.directory)).rejects.toThrow('pairs.onnx is not the file that manifest.json lists')
    await file.write(buffer, 0, 1, 4_000)
    await file.close()
    await readModels(copy!.directory)
  })

  test('that are cut short, or missing, are not loaded', async () => {
    await truncate(path('words.bin'), 1_000)
    await expect(readModels(copy!.directory)).rejects.toThrow(/^words[.]bin is 1000 bytes long, not \d+$/)
    await rm(path('words.bin'))
    await expect(readModels(copy!.directory)).rejects.toThrow('words.bin is missing')
  })

  test('need a manifest', async () => {
    for (const content of ['{', '{}', '[]', '{"version":"1","files":{},"encoders":{}}', randomBytes(64)]) {
      await writeFile(path('manifest.json'), content)
      await expect(readModels(copy!.directory)).rejects.toThrow(/^manifest[.]json is not/)
    }
    await rm(path('manifest.json'))
    await expect(readModels(copy!.directory)).rejects.toThrow('manifest.json is missing')
  })
})
