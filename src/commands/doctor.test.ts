import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lineOfFile, lines } from '../../goods/lines.ts'
import { doctorCommand } from './doctor.ts'

const directory = mkdtempSync(join(tmpdir(), 'farthing-doctor-command-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function run(args: readonly string[], env: Record<string, string> = {}) {
  let [out, err] = ['', '']
  const io = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await doctorCommand(
    args,
    { ownLines: async () => lines, lineOfFile },
    { ...io, env: { DATA_DIR: directory, PORT: '0', ...env } },
  )
  return { code, out, err }
}

test('a set-up in which all is well ends with 0, and says so', async () => {
  const { code, out, err } = await run(['--quick'])
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^ok {7}settings: /m)
  expect(out).toMatch(/All is well: \d+ checks passed, of a sandbox\.\n$/)
})

test('a set-up that is not live is named as a sandbox, before and after the checks', async () => {
  let out = ''
  await doctorCommand(
    ['--quick'],
    { ownLines: async () => lines, lineOfFile },
    { out: (text) => void (out += text), err: () => {}, env: {} },
  )
  expect(out).toMatch(
    /^ok {7}settings \[MODE\]: no settings are given here, so this looks at a sandbox; for a live service give its settings: farthing doctor --env-file <file>, or deploy\/farthingctl doctor$/m,
  )
  expect(out).toMatch(/checks passed, of a sandbox\.\n$/)
  const set = await run(['--quick'])
  expect(set.out).toMatch(/^ok {7}settings \[MODE\]: MODE is not live, so this looks at a sandbox/m)
  const live = await run(['--quick'], { MODE: 'live', RPC_URL_BASE: 'http://127.0.0.1:1' })
  expect(live.out).not.toContain('sandbox')
})

test('what is to be mended comes with its fix, and ends with 1', async () => {
  const { code, out } = await run(['--quick'], { SOURCES_DISABLED: 'coingeko', RPC_URL_POLYGN: 'x' })
  expect(code).toBe(1)
  expect(out).toMatch(/^FAULT {4}settings \[SOURCES_DISABLED\]: .*\n {9}to mend it: write coingecko instead$/m)
  expect(out).toMatch(/^warning {2}settings \[RPC_URL_POLYGN\]/m)
  expect(out).toMatch(/\n1 fault and 1 warning; \d+ checks passed, of a sandbox\.\n$/)
})

test('--json is one document for programs', async () => {
  const { code, out } = await run(['--quick', '--json'], { SOURCES_DISABLED: 'coingeko' })
  const { findings, ...counts } = JSON.parse(out) as { findings: Record<string, unknown>[] }
  expect(code).toBe(1)
  expect(counts).toEqual({ status: 'fault', ok: findings.length - 1, warnings: 0, faults: 1 })
  expect(findings).toContainEqual({
    check: 'settings',
    subject: 'SOURCES_DISABLED',
    status: 'fault',
    found: 'SOURCES_DISABLED names coingeko, and there is no such source',
    fix: 'write coingecko instead',
  })
})

test('--help and wrong usage', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('farthing doctor [options]') })
  for (const args of [['--fast'], ['now']]) {
    expect(await run(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('farthing doctor [options]') })
  }
})

test('looks at the offers of a file, and names a fault of it with its line and column', async () => {
  const file = join(directory, 'offers.yaml')
  const of = (price: string) => `service: { name: Tides }
upstreams: { tides: { url: 'http://127.0.0.1:9', private: true } }
offers:
  - { route: GET /tides/*, upstream: tides, ${price}: 0.01 }
`
  writeFileSync(file, of('price'))
  expect(await run(['--quick'], { OFFERS_FILE: file })).toMatchObject({ code: 0 })
  writeFileSync(file, of('prize'))
  const { code, out } = await run(['--quick'], { OFFERS_FILE: file })
  expect(code).toBe(1)
  expect(out).toContain(`${file}:4:`)
})
