import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ledgerCommand } from '../../src/commands/ledger.ts'
import { priceCommand } from '../../src/commands/price.ts'
import { pruneCommand } from '../../src/commands/prune.ts'
import { reportCommand } from '../../src/commands/report.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { submitAuthorization } from '../own-transaction.ts'
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
afterAll(async () => {
  // The last test has ended the service itself.
  await service?.sandbox.close()
  rmSync(service?.directory, { recursive: true, force: true })
})

const endService = async () => {
  for (const step of service.closing) await step.run(5_000)
}

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
    await vi.waitFor(
      async () =>
        expect(await json(reportCommand)).toMatchObject({ total: { earnedUsdc: '0.015', payments: { earned: { payments: 2 } } } }),
      60_000,
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

describe('farthing ledger', () => {
  test('says where the money of a receipt is, by the receipt and by its transaction', async () => {
    const { id } = await receiptOf(await pay(service.url, payer, { path: priceOfBitcoin }))
    await vi.waitFor(async () => expect((await json(ledgerCommand, 'show', id)).payments[0].state).toBe('settled'), 60_000)
    const [story] = (await json(ledgerCommand, 'show', `${service.url}/v1/receipts/${id}`)).payments
    expect(story).toMatchObject({ receipt: id, usdc: '0.0075', network: 'Base', next: null })
    expect(story.money).toMatch(new RegExp(`^0.0075 USDC are at PAY_TO 0x[0-9a-f]{40} on Base, transaction ${story.transaction} in block `))
    expect((await run(ledgerCommand, 'show', story.transaction)).out).toContain(id)
    expect(await run(ledgerCommand, 'show', '0'.repeat(32))).toMatchObject({ code: 1, out: 'there is no such receipt in this ledger\n' })
    expect(await run(ledgerCommand, 'show', 'rubbish')).toMatchObject({ code: 2 })
    expect(await json(ledgerCommand, 'retry', id)).toMatchObject({ done: true, said: 'It is settled already.' })
    const { payments, cursor } = await json(ledgerCommand, 'list', '--payer', payer.address, '--state', 'settled', '--limit', '1')
    expect(payments).toMatchObject([{ receipt: id, offer: 'market-price' }])
    expect(
      (await json(ledgerCommand, 'list', '--cursor', cursor)).payments.map(({ receipt }: { receipt: string }) => receipt),
    ).not.toContain(id)
  })

  test('says why a wallet is refused, and what ends that', async () => {
    const stranger = '0x00000000000000000000000000000000000000ff'
    expect((await run(ledgerCommand, 'why', stranger)).out).toMatch(/is refused:\n {2}why {5}The sandbox did not fund this wallet/)
    expect(await json(ledgerCommand, 'why', payer.address)).toMatchObject({
      objections: [],
      facts: expect.arrayContaining(['It has paid here.']),
    })
    const poor = await service.wallet('0.007')
    const terms = await termsOf(service.url, priceOfBitcoin)
    for (let time = 0; time < 2; time++)
      expect((await callWith(service.url + priceOfBitcoin, await signPayment(terms, poor))).status).toBe(402)
    const { told } = await json(ledgerCommand, 'why', poor.address)
    expect(told).toMatchObject([
      { code: 'invalid_exact_evm_insufficient_balance', offer: 'market-price', times: 2, said: expect.stringMatching(/received 7000\.$/) },
    ])
    expect((await run(ledgerCommand, 'why', poor.address)).out).toMatch(/told .*market-price: Balance does not cover the payment/)
    await run(pruneCommand, '--payer', poor.address, '--erase')
    expect(await json(ledgerCommand, 'why', poor.address)).toMatchObject({ told: [] })
    const barred = (await service.wallet()).address.toLowerCase() as `0x${string}`
    await service.parts.ledger.barPayer({ payer: barred, until: Date.now() + 3_600_000, reason: 'failed' })
    const { objections } = await json(ledgerCommand, 'show', barred)
    expect(objections).toMatchObject([{ why: expect.stringMatching(/^It is barred until 20.*\(failed\)\.$/) }])
  })

  test('makes a credit of what was paid on chain and not answered, which then buys the answer', async () => {
    const unknown = '/v1/market/price/NOSUCHCOIN'
    const other = await service.payingWallet()
    const payment = await signPayment(await termsOf(service.url, unknown), other)
    const failed = await callWith(service.url + unknown, payment)
    expect(failed.status).toBe(404)
    const { id } = await receiptOf(failed)
    expect(await json(ledgerCommand, 'credit', id)).toMatchObject({
      done: false,
      said: expect.stringMatching(/is not used\. Nothing is owed/),
    })
    await service.sandbox.world.fund(other.address, '0.01')
    await submitAuthorization(service, other, payment)
    expect(await run(ledgerCommand, 'credit', id)).toMatchObject({ code: 0, out: expect.stringMatching(/it is a credit now/) })
    expect((await json(ledgerCommand, 'show', id)).payments[0]).toMatchObject({
      state: 'credit',
      events: expect.arrayContaining([expect.stringMatching(/ordered \(by a command/), expect.stringMatching(/credited/)]),
    })
    const answered = await callWith(service.url + priceOfBitcoin, payment)
    expect(answered.status).toBe(200)
    expect(await receiptOf(answered)).toMatchObject({ id, state: 'settled' })
  })
})

describe('farthing price', () => {
  test('changes a price without a restart, in the 402 and in every document, and the old one is still taken', async () => {
    const terms = await termsOf(service.url, priceOfBitcoin)
    expect(await json(priceCommand, 'set', 'market-price', '0.01')).toMatchObject({ offer: 'market-price', usd: '0.01', notOffered: [] })
    expect((await termsOf(service.url, priceOfBitcoin)).accepts[0]).toMatchObject({ amount: '10000' })
    const read = async (path: string) => (await fetch(service.url + path)).text()
    const operation = JSON.stringify(JSON.parse(await read('/openapi.json')).paths['/v1/market/price/{symbol}'].get)
    expect(operation).toContain('"amount":"0.01"')
    expect(operation).not.toContain('0.0075')
    for (const path of ['/llms.txt', '/llms-full.txt', '/']) expect(await read(path), path).toMatch(/market\/price[^]{0,400}?0\.01\b/)
    expect(await read('/mcp/server-card')).not.toContain('0.0075')
    const tools = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    const tool = JSON.parse(await tools.text()).result.tools.find(({ name }: { name: string }) => name === 'market-price')
    expect(tool['_meta']['farthing/priceUsd']).toBe('0.01')
    await vi.waitFor(async () => {
      const { endpoints } = JSON.parse(await read('/v1/agent/discovery'))
      expect(endpoints['market-price'].price).toMatchObject({ usd: '0.01' })
    }, 60_000)
    const old = await callWith(service.url + priceOfBitcoin, await signPayment(terms, payer))
    expect([old.status, (await receiptOf(old)).charged.usd]).toEqual([200, '0.0075'])
    const now = await pay(service.url, payer, { path: priceOfBitcoin })
    expect([now.status, (await receiptOf(now)).charged.usd]).toEqual([200, '0.01'])
    await vi.waitFor(async () => {
      const { prices } = JSON.parse(await read('/status'))
      expect(prices).toMatchObject([{ offer: 'market-price', usd: '0.01', next: null }])
    }, 60_000)
  })

  test('orders a price for later, goes back to the declared one, and keeps the history', async () => {
    const from = new Date(Date.now() + 86_400_000).toISOString()
    expect(await json(priceCommand, 'set', 'market-price', '0.02', '--from', from)).toMatchObject({ usd: '0.02', from })
    const listed = (await json(priceCommand, 'list')).prices.find(({ offer }: { offer: string }) => offer === 'market-price')
    expect(listed).toMatchObject({ usd: '0.01', declaredUsd: '0.0075', next: { usd: '0.02', from } })
    expect(await json(priceCommand, 'set', 'market-price', '--declared')).toMatchObject({ usd: '0.0075' })
    expect((await termsOf(service.url, priceOfBitcoin)).accepts[0]).toMatchObject({ amount: '7500' })
    const { history } = await json(priceCommand, 'history', 'market-price')
    expect(history.map(({ usd, state }: { usd: string; state: string }) => [usd, state])).toEqual([
      ['0.0075', 'charged'],
      ['0.01', 'charged'],
      ['0.0075', 'charged'],
      ['0.02', 'ordered'],
    ])
  })

  test('refuses what can not be sold so', async () => {
    expect(await run(priceCommand, 'set', 'nothing', '1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/there is no offer nothing/),
    })
    expect(await run(priceCommand, 'set', 'discovery', '1')).toMatchObject({ code: 1, err: expect.stringMatching(/discovery is free/) })
    expect(await run(priceCommand, 'set', 'market-price', '0.0000001')).toMatchObject({ code: 2 })
    expect(await run(priceCommand, 'set', 'market-price', '1', '--from', '2020-01-01')).toMatchObject({ code: 1 })
  })
})

describe('farthing prune', () => {
  test('shows what is on record of a payer, and erases all but the books', async () => {
    const shown = JSON.parse((await run(pruneCommand, '--payer', payer.address, '--show')).out)
    expect(shown.payments.length).toBeGreaterThan(2)
    expect(shown.payments[0]).toMatchObject({ clientAddress: '127.0.0.1', offer: 'market-price' })
    const before = await json(reportCommand, '--by', 'payer')
    const { erased, waiting } = await json(pruneCommand, '--payer', payer.address, '--erase')
    expect(erased + waiting).toBe(shown.payments.length)
    expect(erased).toBeGreaterThan(1)
    const after = JSON.parse((await run(pruneCommand, '--payer', payer.address, '--show')).out)
    expect(after.payments.filter(({ clientAddress }: { clientAddress: string }) => clientAddress === '')).toHaveLength(erased)
    expect((await json(reportCommand, '--by', 'payer')).total.earnedUsdc).toBe(before.total.earnedUsdc)
  })

  test('says what is kept how long, and changes nothing with --dry-run', async () => {
    expect((await run(pruneCommand, '--dry-run')).out).toMatch(
      /archived payments: receipts, amounts, wallets, transactions \(\d+\): for good/,
    )
    expect(await json(pruneCommand, '--older-than', '2')).toMatchObject({ changed: 0 })
    expect(await run(pruneCommand, '--older-than', '1')).toMatchObject({ code: 2 })
  })
})

test('commands that need the service say so when it has gone, and those that read go on', async () => {
  await endService()
  expect(await run(priceCommand, 'list')).toMatchObject({ code: 1, err: expect.stringMatching(/no service runs on/) })
  expect(await run(ledgerCommand, 'retry', '0'.repeat(32))).toMatchObject({ code: 1, err: expect.stringMatching(/no service runs on/) })
  expect(await json(reportCommand)).toMatchObject({ total: { payments: { earned: { payments: expect.any(Number) } } } })
  expect((await run(ledgerCommand, 'why', payer.address)).out).toMatch(/No service answers on this DATA_DIR/)
  expect(await json(pruneCommand, '--payer', payer.address, '--erase')).toMatchObject({ waiting: 0 })
})
