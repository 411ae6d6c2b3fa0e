import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysCommand } from '../../src/commands/keys.ts'
import { ledgerCommand } from '../../src/commands/ledger.ts'
import { priceCommand } from '../../src/commands/price.ts'
import { pruneCommand } from '../../src/commands/prune.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { pay, priceOfBitcoin, receiptOf, type Account } from '../signed-payments.ts'
import { workerPids } from '../worker-processes.ts'
import { openLedgerPlaces, type LedgerPlaces, type Place } from './both-engines.ts'
import { readOperator, runOperator } from './run-operator.ts'

/** The header of a 402, over a connection of its own. */
function paymentRequired(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume()
      resolve(String(response.headers['payment-required']))
    }).once('error', reject)
  })
}

describe('commands with the DATA_DIR of the parent of WORKERS', () => {
  let places: LedgerPlaces
  let place: Place
  let service: ServiceProcess
  let payer: Account
  beforeAll(async () => {
    places = await openLedgerPlaces('PostgreSQL')
    place = await places.make()
    service = await startProcess({ ...place, WORKERS: '2', SANDBOX_BLOCK_MS: '100', RATE_LIMIT_BURST: '100000', LOG_LEVEL: 'silent' })
    const { payer: wallet } = (await (await fetch(`${service.url}/sandbox`)).json()) as { payer: { privateKey: `0x${string}` } }
    payer = privateKeyToAccount(wallet.privateKey)
  })
  afterAll(async () => {
    service?.child.kill('SIGKILL')
    await places?.close()
  })

  const socketOf = (worker: number) => join(place.DATA_DIR, `worker-${worker}`, 'operator.sock')
  /** What calls on connections of their own are asked for; the workers take turns with these. */
  const askedPrices = async () => {
    const amount = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString()).accepts[0].amount as string
    const asked = Array.from({ length: 12 }, async () => amount(await paymentRequired(service.url + priceOfBitcoin)))
    return [...new Set(await Promise.all(asked))]
  }

  const ready = async () => (await (await fetch(`${service.url}/metrics`)).text()).includes('farthing_workers_ready 2\n')
  const renewed = async (before: ReadonlyMap<number, number>) => {
    const now = await workerPids(service.child.pid!)
    return now.size === 2 && [...now.values()].every((pid) => ![...before.values()].includes(pid)) && (await ready())
  }

  test('reach a worker: each has its own socket, and the parent has none', async () => {
    expect([existsSync(join(place.DATA_DIR, 'operator.sock')), existsSync(socketOf(1)), existsSync(socketOf(2))]).toEqual([
      false,
      true,
      true,
    ])
    expect((await pay(service.url, payer, { path: priceOfBitcoin })).status).toBe(200)
    const { id } = await receiptOf(await pay(service.url, payer, { path: priceOfBitcoin }))
    expect(await readOperator(ledgerCommand, place, 'retry', id)).toMatchObject({ receipt: id, done: true })
    expect(await runOperator(pruneCommand, place, '--older-than', '2')).toMatchObject({ code: 0, err: '' })
  })

  test('change the price at both workers', async () => {
    expect(await runOperator(priceCommand, place, 'set', 'market-price', '0.01')).toMatchObject({ code: 0, err: '' })
    await expect.poll(askedPrices).toEqual(['10000'])
  })

  test('reach the other worker while one is gone, and its socket is a leftover', async () => {
    const pids = await workerPids(service.child.pid!)
    process.kill(pids.get(1)!, 'SIGKILL')
    await expect.poll(() => existsSync(`/proc/${pids.get(1)}`)).toBe(false)
    expect(await runOperator(priceCommand, place, 'set', 'market-price', '0.02')).toMatchObject({ code: 0, err: '' })
    await expect.poll(askedPrices).toEqual(['20000'])
    await expect
      .poll(async () => (await workerPids(service.child.pid!)).get(1) !== pids.get(1) && (await ready()), { timeout: 120_000 })
      .toBe(true)
  })

  test('rotate the secret: SIGHUP to the parent renews both workers, and a challenge of before is paid after it', async () => {
    const client = Mppx.create({ methods: [evm.charge({ account: payer, currencies: [evm.assets.base.USDC] })], polyfill: false })
    for (const step of ['prepare', 'switch']) {
      const challenge = await fetch(service.url + priceOfBitcoin)
      const before = await workerPids(service.child.pid!)
      expect(await runOperator(keysCommand, place, 'rotate', 'mpp', step)).toMatchObject({ code: 0, err: '' })
      service.child.kill('SIGHUP')
      await expect.poll(() => renewed(before), { timeout: 120_000 }).toBe(true)
      const credential = await client.createCredential(challenge)
      // Connections to the workers of before break once.
      await expect
        .poll(async () => (await fetch(service.url + priceOfBitcoin, { headers: { Authorization: credential } })).status)
        .toBe(200)
    }
    expect(await runOperator(priceCommand, place, 'list')).toMatchObject({ code: 0, err: '' })
  })

  test('say so when no worker runs', async () => {
    await service.stop()
    expect(await runOperator(priceCommand, place, 'list')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^farthing price: no service runs on .*set DATA_DIR to its data directory/),
    })
  })
})
