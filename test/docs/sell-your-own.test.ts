import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultText } from '../../goods/upstream/file/file-fault.ts'
import { readOffersFile } from '../../goods/upstream/file/read-offers-file.ts'
import { offersSchema } from '../../goods/upstream/file/schema-document.ts'
import { readmeBlocks } from '../readme-blocks.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/sell-your-own.md'), 'utf8')
const files = readmeBlocks(page, 'http://127.0.0.1:4020').filter(({ language }) => language === 'yaml')
const upstream = "upstreams: { api: { url: 'https://api.example.com' } }\n"

describe('the page about selling an API of your own', () => {
  test.each(files.map(({ file, code }, index) => [file ?? `part ${index + 1}`, code]))('has a file that loads: %s', (_, code) => {
    // A part of a file shows only what it is about.
    const text = /^(?:upstreams|mcpServers):/m.test(code) ? code : upstream + code
    const read = readOffersFile(text, { hasSecret: (name) => page.includes(name) })
    expect(read.kind === 'faulty' ? read.faults.map((fault) => faultText('offers.yaml', fault)) : []).toEqual([])
  })

  test('names only members that a file may have', () => {
    const schema = offersSchema()
    const table = page.slice(page.indexOf('| member |'), page.indexOf('The file is read again'))
    const named = [...table.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !schema.includes(`"${name}"`))).toEqual([])
  })
})
