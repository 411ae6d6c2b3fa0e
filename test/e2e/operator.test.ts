import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reportCommand } from '../../src/commands/report.ts'
import { pay, priceOfBitcoin, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { databaseFor } from '../test-database.ts'

let service: TestService
let payer: Account
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  service = await startTestService()
  payer = await service.payingWallet()
  env = { DATA_DIR: service.directory, ...(await databaseFor(service.directory)) }
})
afterAll(() => service?.close())

type Command = (args: readonly string[], io: { out(text: string): void; err(text: string): void; env: typeof env }) => Promise<number>

async function run(command: Command, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const code = await command(args, { out: (text) => void (said.out += text), err: (text) => void (said.err += text), env })
  return { code, ...said }
}

const json = async (command: Command, ...args: string[]) => JSON.parse((await run(command, ...args, '--json')).out)

describe('farthing report, beside the running service', () => {
  test('says what was earned, in USDC to the unit and in euro with the rate of the day', async () => {
    for (let sale = 0; sale < 2; sale++) expect((await pay(service.url, payer, { path: priceOfBitcoin })).status).toBe(200)
    await vi.waitFor(async () =>
      expect(await json(reportCommand)).toMatchObject({ total: { earnedUsdc: '0.015', payments: { earned: { payments: 2 } } } }),
    )
    const { total, lines } = await json(reportCommand, '--by', 'day,offer,payer')
    const earned = lines.find(({ payer: by }: { payer: string }) => by === payer.address.toLowerCase())
    expect(earned).toMatchObject({ earnedUsdc: '0.015', payments: { free: { payments: 1 } } })
    const { usdPerEur, source } = earned.rate
    expect(source).toMatch(/simulated/)
    expect(Number(total.earnedEur)).toBeCloseTo(0.015 / Number(usdPerEur), 5)
    expect((await run(reportCommand)).out).toMatch(/earned +0\.015 USDC +0\.01\d+ EUR {2}2 payments/)
  })

  test('lists the sales for accountants, whose rows add up to the report', async () => {
    const { out } = await run(reportCommand, '--csv')
    const [header, ...rows] = out
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','))
    const earned = rows.filter((row) => row[header!.indexOf('category')] === 'earned')
    const sum = (column: string) => earned.reduce((all, row) => all + Math.round(Number(row[header!.indexOf(column)]) * 1e6), 0)
    const { total } = await json(reportCommand)
    expect([sum('earned_usdc'), sum('earned_eur')]).toEqual([Number(total.earnedUsdc) * 1e6, Math.round(Number(total.earnedEur) * 1e6)])
    expect(earned.every((row) => /^0x[0-9a-f]{64}$/.test(row[header!.indexOf('transaction')]!))).toBe(true)
  })

  test('has its help as a process, and its exit codes', async () => {
    const start = (...args: string[]) =>
      spawn(process.execPath, ['src/main.ts', ...args], {
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
      })
    const helped = start('report', '--help')
    expect([await text(helped.stdout), helped.exitCode ?? (await once(helped, 'exit'))[0]]).toEqual([
      expect.stringMatching(/^farthing report/),
      0,
    ])
    expect(await run(reportCommand, '--by', 'country')).toMatchObject({ code: 2, err: expect.stringMatching(/--by takes day, offer/) })
    const elsewhere = { ...env, DATA_DIR: `${service.directory}/nowhere` }
    if (!('DATABASE_URL' in env)) expect(await reportCommand([], { out() {}, err() {}, env: elsewhere })).toBe(1)
  })
})
