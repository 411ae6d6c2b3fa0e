import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createLogger, type LoggerOptions } from './logger.ts'

function collect(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = []
  const { log } = createLogger({ level: 'info', ...options, write: (line) => lines.push(line) })
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('the log', () => {
  test('writes one JSON line with level, time, message and fields', () => {
    const { log, entries } = collect()
    log.info({ payments: 3, amount: 7500n }, 'batch settled')
    expect(entries()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), msg: 'batch settled', payments: 3, amount: '7500' },
    ])
  })

  test('omits lines below its level', () => {
    const { log, lines } = collect({ level: 'warn' })
    log.info({}, 'quiet')
    log.warn({}, 'loud')
    expect(lines).toHaveLength(1)
  })

  test('a child adds its fields to every line', () => {
    const { log, entries } = collect()
    log.child({ part: 'settler' }).child({ network: 'base' }).error({ nonce: 4 }, 'stuck')
    expect(entries()[0]).toMatchObject({ part: 'settler', network: 'base', nonce: 4, level: 'error' })
  })

  test('a child logger that writes nothing costs almost nothing', () => {
    const { log, lines } = collect({ level: 'warn' })
    let looked = 0
    const fields = {
      get part() {
        looked += 1
        return 'settler'
      },
    }
    const child = log.child(fields)
    child.child({ network: 'base' }).info({}, 'quiet')
    expect(looked).toBe(0)
    for (let line = 0; line < 3; line++) child.child({ network: 'base' }).warn({}, 'loud')
    expect(looked).toBe(1)
    expect(lines).toHaveLength(3)
  })

  test('redacts fields, fields of children and messages', () => {
    const { log, lines } = collect({ secrets: ['0xsecretsecret'] })
    log
      .child({ 'x-payment': 'abc-credential' })
      .info({ headers: { 'payment-signature': 'abc-credential' } }, 'key 0xsecretsecret, PAYMENT-SIGNATURE: abc-credential')
    expect(lines.join('')).not.toMatch(/abc-credential|0xsecretsecret/)
  })

  test('is one readable line for people, with the stack of an error below', () => {
    const { log, lines } = collect({ pretty: true })
    log.info({ port: 4020, note: 'two words' }, 'ready')
    log.error({ err: new Error('broken') }, 'failed')
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} .*info .* ready port=4020 note="two words"\n$/)
    expect(lines[1]).toContain('failed\n  Error: broken\n')
  })

  test('goes to stderr in full when it is flushed before the process ends', () => {
    const script = `
      const { createLogger } = await import(${JSON.stringify(new URL('./logger.ts', import.meta.url).href)})
      const { log, flush } = createLogger({ level: 'info' })
      for (let line = 0; line < 2000; line += 1) log.info({ line }, 'counting')
      flush()
      process.exit(0)`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(child.stdout).toBe('')
    expect(child.stderr.trim().split('\n').at(-1)).toContain('"line":1999')
  })
})
