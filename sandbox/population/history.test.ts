import { createServer } from 'node:http'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NetworkId } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { doesAll } from '../../test/support/runs.ts'
import { identityRegistry } from '../chains/canonical-contracts.ts'
import { unfinishedFile } from '../chains/unfinished-file.ts'
import { sandboxRoutes } from '../routes.ts'
import { lookAt } from '../tests/look-at-chain.ts'
import { registryAbi as abi } from '../tests/registry-abi.ts'
import { temporaryDirectory, temporaryWorld } from '../tests/temporary-world.ts'
import { attachWorld, type World } from '../world.ts'
import { addressOf, inhabitants } from './inhabitants.ts'

const two: NetworkId[] = ['eip155:8453', 'eip155:1187947933']
const directories: string[] = []
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})
function newDirectory(): string {
  const directory = temporaryDirectory()
  directories.push(directory)
  return directory
}

/** All events of a network, with times as ages, and without the ports that the system chose. */
async function historyOf(world: World, slug: string, startedAt: number): Promise<string[]> {
  const { client, time } = lookAt(world, slug)
  // The start of the sandbox gives the example payers their USDC, after everything else.
  const own = new Set(world.payers.map(({ address }) => address.toLowerCase().slice(2)))
  const logs = await client.getLogs({ fromBlock: 0n })
  const lines: string[] = []
  for (const { address, topics, data, blockNumber, logIndex } of logs) {
    if (topics.some((topic) => own.has(topic.slice(-40)))) continue
    const age = Math.round((startedAt - (await time(blockNumber))) / 60)
    const origins = Object.values(world.agentOrigins ?? {}).map((origin: string) => Buffer.from(origin).toString('hex'))
    const plain = origins.reduce((text, origin, index) => text.replaceAll(origin, `site ${index} `), data as string)
    lines.push(`${age} ${blockNumber}/${logIndex} ${address} ${topics.join(' ')} ${plain}`)
  }
  return lines
}

const headTime = async (world: World, slug: string) => Number((await lookAt(world, slug).client.getBlock()).timestamp)

/** All networks in the thorough tests. */
const chains = doesAll ? { population: true } : { population: true, networks: two }

describe('the history', () => {
  let one: World
  let other: World
  let started: [number, number]
  beforeAll(async () => {
    const first = Date.now() / 1000
    one = await temporaryWorld(chains)
    const second = Date.now() / 1000
    other = await temporaryWorld(chains)
    started = [first, second]
  })
  afterAll(() => Promise.all([one.close(), other.close()]))

  test('is the same in two sandboxes, event for event', async () => {
    for (const { slug } of one.networks) {
      const [mine, theirs] = await Promise.all([historyOf(one, slug, started[0]), historyOf(other, slug, started[1])])
      expect(mine.length, slug).toBeGreaterThan(1)
      expect(mine).toEqual(theirs)
    }
    // Gas costs differ a little, because one of the transactions contains a signature.
    const usdcOf = async (world: World, address: Hex) => (await world.balances(address)).map(({ usdc }) => usdc)
    for (const { address } of inhabitants) expect(await usdcOf(one, address)).toEqual(await usdcOf(other, address))
  })

  test('ends now: new blocks have the real time', async () => {
    for (const { slug } of one.networks) expect(Math.abs((await headTime(one, slug)) - Date.now() / 1000)).toBeLessThan(60)
    await one.fund(one.payer.address, '1')
    expect(Math.abs((await headTime(one, 'base')) - Date.now() / 1000)).toBeLessThan(3)
  })

  test('is listed at /sandbox/population, also by a process that joined', async () => {
    const app = new Hono()
    sandboxRoutes(app, await attachWorld(one.file), { standIns: true })
    const body = (await (await app.request('/sandbox/population')).json()) as { inhabitants: unknown; files: unknown }
    expect(body).toEqual({ inhabitants: JSON.parse(JSON.stringify(inhabitants)), files: one.agentOrigins })
  })
})

test('the README of the sandbox lists every inhabitant of the table', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  for (const { key, address, standsFor } of inhabitants) {
    const row = text.split('\n').find((line) => line.startsWith(`| ${key} `))
    expect(row, key).toContain(address)
    expect(row, key).toContain(standsFor)
  }
})

describe('a world without inhabitants', () => {
  test('lists none, and has the registries', async () => {
    const world = await temporaryWorld({ networks: ['eip155:8453'] })
    const app = new Hono()
    sandboxRoutes(app, world, { standIns: true })
    expect(await (await app.request('/sandbox/population')).json()).toEqual({ inhabitants: [], files: null })
    const { client } = lookAt(world, 'base')
    expect(await client.readContract({ address: identityRegistry, abi, functionName: 'getVersion' })).toBe('2.0.0')
    await world.close()
  })

  test('stays without them, because history can’t be added to an existing chain', async () => {
    const directory = newDirectory()
    const networks: NetworkId[] = ['eip155:8453']
    const before = await temporaryWorld({ directory, networks })
    await before.close()
    const world = await temporaryWorld({ directory, networks, population: true })
    expect(world.agentOrigins).toBeNull()
    expect(await lookAt(world, 'base').client.getTransactionCount({ address: addressOf('old-busy') })).toBe(0)
    await world.close()
  })
})

describe('starting again', () => {
  const directory = newDirectory()
  const start = () => temporaryWorld({ directory, population: true, networks: two })
  const uri = (world: World) =>
    lookAt(world, 'base').client.readContract({ address: identityRegistry, abi, functionName: 'tokenURI', args: [0n] })
  const sent = (world: World) => lookAt(world, 'base').client.getTransactionCount({ address: addressOf('old-busy') })

  test('keeps all inhabitants and the origins of their files', async () => {
    const first = await start()
    const before = { head: await lookAt(first, 'base').client.getBlockNumber(), uri: await uri(first), origins: first.agentOrigins }
    await first.close()
    const again = await start()
    expect({ head: await lookAt(again, 'base').client.getBlockNumber(), uri: await uri(again), origins: again.agentOrigins }).toEqual(
      before,
    )
    expect(await sent(again)).toBe(4_000)
    await again.close()
  })

  test('points the agents at the new origin when the old port is taken', async () => {
    const first = await start()
    const { shop, bazaar } = first.agentOrigins!
    await first.close()
    const squatter = createServer()
    squatter.listen(Number(new URL(shop).port), '127.0.0.1')
    await once(squatter, 'listening')
    const again = await start()
    squatter.close()
    expect(again.agentOrigins).toMatchObject({ bazaar })
    expect(again.agentOrigins?.shop).not.toBe(shop)
    expect(await uri(again)).toBe(`${again.agentOrigins?.shop}/quote-desk.json`)
    expect((await fetch(await uri(again))).status).toBe(200)
    await again.close()
  })

  test('creates a chain again whose history was not written completely', async () => {
    const file = unfinishedFile(directory, 8453)
    writeFileSync(file, '')
    const again = await start()
    expect(await sent(again)).toBe(4_000)
    // The agents of the other chain point at the right origin, too.
    const onSkale = { address: identityRegistry, abi, functionName: 'tokenURI', args: [0n] } as const
    expect(await lookAt(again, 'skale').client.readContract(onSkale)).toBe(`${again.agentOrigins?.shop}/quote-desk.json`)
    const { client } = lookAt(again, 'base')
    expect(Date.now() / 1000 - Number((await client.getBlock({ blockNumber: 1n })).timestamp)).toBeGreaterThan(1_100 * 86_400)
    expect((await again.balances(again.payer.address)).map(({ usdc }) => usdc)).toEqual(['1000', '2000'])
    await again.close()
  })
})
