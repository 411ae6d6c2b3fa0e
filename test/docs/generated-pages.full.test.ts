import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generatedPages, generatedParts, withPart } from './generated-pages.ts'

const old = 'this page is old: npm run docs writes it'

test.each(Object.entries(await generatedPages()))('%s is what the declarations say', async (file, text) => {
  expect((await readFile(file, 'utf8').catch(() => '')) === text, old).toBe(true)
})

test.each(await generatedParts())('$name in $file is what the declarations say', async ({ file, name, text }) => {
  const page = await readFile(file, 'utf8')
  expect(page === withPart(page, name, text), old).toBe(true)
})

test('the README leads to the pages of settings, offers and errors', async () => {
  const readme = await readFile('README.md', 'utf8')
  for (const page of ['docs/offers.md', 'docs/errors.md', 'docs/settings.md']) expect(readme).toContain(`(${page})`)
})
