import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { facts } from '../discovery/facts.fixture.ts'
import { exampleLanguages } from './example-languages.ts'

const project = resolve(import.meta.dirname, '../../..')
const options = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  lib: ['es2024', 'dom'],
  types: ['node'],
}

test('the examples in TypeScript pass its strictest checks, in every mode and on every network', () => {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
  try {
    symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'))
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.mts'] }))
    const offers = facts.offers.filter(({ id }) => ['discovery', 'market-price', 'summary'].includes(id))
    expect(offers).toHaveLength(3)
    for (const [index, network] of networks.entries())
      for (const offer of offers)
        for (const { id, syntax, generate } of exampleLanguages.filter((language) => language.syntax === 'ts')) {
          const code = generate({ offer, baseUrl: 'http://127.0.0.1:4020', sandbox: index % 2 === 0, network, freeCallsPerDay: 25 })
          writeFileSync(join(directory, `${index}-${offer.id}-${id}.m${syntax}`), code!)
        }
    const { stdout, status } = spawnSync(join(project, 'node_modules/.bin/tsc'), ['-p', directory])
    expect(stdout.toString()).toBe('')
    expect(status).toBe(0)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
