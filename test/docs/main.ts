import { readFile, writeFile } from 'node:fs/promises'
import { generatedPages, generatedParts, withPart } from './generated-pages.ts'

/** `npm run docs`: writes the pages that are made from declarations, and the parts of others. */
for (const [file, text] of Object.entries(await generatedPages())) await writeFile(file, text)
for (const { file, name, text } of await generatedParts()) await writeFile(file, withPart(await readFile(file, 'utf8'), name, text))
