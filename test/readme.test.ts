import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsTable } from '../src/config/config.ts'
import { startTestService, type TestService } from './start-test-service.ts'

const run = promisify(execFile)
let service: TestService
let readme: string
beforeAll(async () => {
  readme = await readFile('README.md', 'utf8')
  service = await startTestService()
})
afterAll(() => service?.close())

/** Fenced blocks of one language, with the sandbox's usual address replaced by the one of this test. */
function blocks(language: string): string[] {
  const found = [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))]
  return found.map((match) => match[1]!.replaceAll('http://127.0.0.1:4020', service.url))
}

describe('the README', () => {
  test('has the table of settings that the code has', () => {
    const table = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(readme)?.[1]
    expect(table?.trim()).toBe(settingsTable().trim())
  })

  test('lists the routes and prices that are sold', () => {
    for (const offer of service.parts.catalog.offers) expect(readme).toContain(`\`${offer.method} ${offer.template}`)
  })

  test.each(['wrapFetchWithPayment', 'Mppx.create'])('shows a paid call in TypeScript (%s) that works as it stands', async (client) => {
    const example = blocks('ts').find((block) => block.includes(client))!
    const file = `test/readme-example-${process.pid}.mts`
    try {
      await writeFile(file, example)
      const { stdout } = await run(process.execPath, [file])
      expect(stdout).toContain('success: true')
      expect(stdout).toContain('/v1/receipts/')
    } finally {
      await rm(file, { force: true })
    }
  })

  test('shows a paid call in curl and with farthing pay that work as they stand', async () => {
    for (const block of blocks('sh').filter((one) => one.includes(service.url))) {
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', block], {
        env: { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env['PATH']}` },
      })
      if (block.includes('PAYMENT-SIGNATURE') || block.includes('farthing pay')) expect(stdout).toContain('"success":true')
      else expect(stdout).toContain('402 Payment Required')
    }
  })
})
