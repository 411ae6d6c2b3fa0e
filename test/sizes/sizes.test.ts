import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { measureSizes } from './measure.ts'

const sizes = await measureSizes()

test('the list of forty tools has fewer than 6,000 tokens, and a longer list has no more for each tool', () => {
  const perTool = 6_000 / 40
  expect(sizes.toolList.tokens / sizes.offers.length).toBeLessThan(perTool)
  const withoutModels = sizes.offers.filter(({ id }) => !id.endsWith('-llm'))
  expect(withoutModels.length).toBeGreaterThanOrEqual(40)
  expect(withoutModels.reduce((sum, { tool }) => sum + tool.tokens, 0) / withoutModels.length).toBeLessThan(perTool)
})

test('discovery answers in at most 8 KB over HTTP and over MCP, for the catalog and for one offer', () => {
  for (const size of [sizes.discovery, sizes.discoveryOverMcp, sizes.largestDescription]) expect(size.bytes).toBeLessThanOrEqual(8_192)
})

test('every brief answer has at most 600 bytes, and fewer tokens than the full one', () => {
  for (const { id, full, brief } of sizes.offers) {
    if (brief === null) continue
    expect(brief.bytes, id).toBeLessThanOrEqual(600)
    // An answer of a few words has no shorter form.
    expect(brief.tokens, id).toBeLessThanOrEqual(Math.max(full.tokens, 60))
  }
})

// test/docs/generated-pages.full.test.ts says when its tables are old.
test('docs/sizes.md names the tokenizer', async () => {
  expect(await readFile('docs/sizes.md', 'utf8')).toContain('o200k_base')
})
