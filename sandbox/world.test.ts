import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newWallet } from './keys.ts'
import { silentLog } from '../src/shared/log.ts'
import { sandboxRoutes } from './routes.ts'
import { everyStandIn } from './upstreams/every-stand-in.ts'
import { temporaryWorld } from './tests/temporary-world.ts'
import { attachWorld, startWorld, type World } from './world.ts'

let world: World
let joined: World
const app = new Hono()
beforeAll(async () => {
  world = await temporaryWorld({ upstreams: true, lineStandIns: await everyStandIn() })
  joined = await attachWorld(world.file)
  sandboxRoutes(app, joined, { standIns: true })
})
afterAll(() => world.close())

const post = (path: string, body: unknown) =>
  app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const usdcOf = async (one: World, address: `0x${string}`) => (await one.balances(address)).map(({ usdc }) => usdc)

describe('a new world', () => {
  test('that can have no directory says which one and what to set', async () => {
    await expect(startWorld({ directory: join(world.file, 'sandbox'), log: silentLog })).rejects.toThrow(
      `${world.file} is a file: set DATA_DIR to a directory`,
    )
  })

  test('has the six networks in their order, Base first', () => {
    expect(world.networks.map(({ id }) => id)).toEqual([
      'eip155:8453',
      'eip155:1',
      'eip155:137',
      'eip155:42161',
      'eip155:10',
      'eip155:1187947933',
    ])
    expect(world.networks.at(-1)).toMatchObject({ name: 'USDC', version: '1' })
  })

  test('has payers with USDC and gas, and an empty payee', async () => {
    for (const { address } of world.payers) {
      expect(world.isFunded(address)).toBe(true)
      expect(await world.balances(address)).toEqual(world.networks.map(({ id }) => ({ network: id, usdc: '1000', gas: '10' })))
    }
    expect(await usdcOf(world, world.payTo)).toEqual(Array.from({ length: 6 }, () => '0'))
    expect(world.isFunded(world.payTo)).toBe(false)
  })

  test('keeps its keys from other users of the machine', () => {
    for (const file of [world.file, join(dirname(world.file), 'keys.json')]) expect(statSync(file).mode & 0o077).toBe(0)
  })
})

describe('the faucet', () => {
  test('serves fifty concurrent requests from two processes, exactly to the base unit', async () => {
    const addresses = Array.from({ length: 10 }, () => newWallet().address)
    const requests = Array.from({ length: 50 }, (_, index) => {
      const address = addresses[index % addresses.length] ?? '0x'
      return (index % 2 === 0 ? world : joined).fund(address, '0.000003')
    })
    await Promise.all(requests)
    for (const address of addresses) expect(await usdcOf(world, address)).toEqual(Array.from({ length: 6 }, () => '0.000015'))
  })

  test('serves other addresses although the token refuses one', async () => {
    const usdc = world.networks[0]!.usdc
    const { address } = newWallet()
    const [refused, given] = await Promise.allSettled([world.fund(usdc, '1'), world.fund(address, '1')])
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'invalid_input' } })
    expect(given.status).toBe('fulfilled')
    expect([world.isFunded(usdc), world.isFunded(address)]).toEqual([false, true])
    expect(await usdcOf(world, address)).toEqual(Array.from({ length: 6 }, () => '1'))
  })

  test('has its funded addresses known in every process that joined', async () => {
    const [mine, theirs] = [newWallet().address, newWallet().address]
    expect(joined.isFunded(mine)).toBe(false)
    await world.fund(mine, '1')
    await joined.fund(theirs, '1')
    expect([joined.isFunded(mine), joined.isFunded(mine.toLowerCase()), world.isFunded(theirs)]).toEqual([true, true, true])
  })

  test.each(['0', '-1', '1e3', '0.0000001', '1000000.000001', ' 1', 1, null, {}])('does not give %j', async (usdc) => {
    const { address } = newWallet()
    await expect(world.fund(address, usdc as string)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(world.isFunded(address)).toBe(false)
  })

  test.each(['0x', '0x1234', 'vitalik.eth', `0x${'0'.repeat(40)}`, '0x833589fcd6edb6e08f4c7c32d4f71b54bda0291Z', null])(
    'does not fund %j',
    async (address) => {
      await expect(world.fund(address as string, '1')).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )
})

describe('GET /sandbox', () => {
  test('has everything that a payer needs', async () => {
    const response = await app.request('/sandbox')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({
      networks: world.networks.map(({ id, rpcUrl, usdc, name, version }) => ({ network: id, rpcUrl, usdc, name, version })),
      payer: world.payer,
      faucet: '/sandbox/faucet',
    })
  })
})

describe('POST /sandbox/faucet', () => {
  test('funds an address on all six chains and returns its balances', async () => {
    const { address } = newWallet()
    const response = await post('/sandbox/faucet', { address, usdc: '5' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      address,
      usdc: '5',
      balances: world.networks.map(({ id }) => ({ network: id, usdc: '5', gas: '10' })),
    })
    expect(await usdcOf(world, address)).toEqual(Array.from({ length: 6 }, () => '5'))
  })

  test.each([
    ['a wrong address', { address: '0x12', usdc: '5' }, 400, { code: 'invalid_input', field: 'body.address' }],
    ['an amount as a number', { address: newWallet().address, usdc: 5 }, 400, { code: 'invalid_input', field: 'body.usdc' }],
    ['too much', { address: newWallet().address, usdc: '1000001' }, 400, { code: 'invalid_input', field: 'body.usdc' }],
    ['a list', [], 400, { code: 'invalid_input', field: 'body' }],
    [
      'members of the prototype',
      JSON.stringify({ usdc: '1' }).replace('{', '{"__proto__":{"address":"0x1"},'),
      400,
      { field: 'body.address' },
    ],
    ['no JSON', '{', 400, { code: 'invalid_json' }],
    ['a long body', ' '.repeat(5_000), 413, { code: 'payload_too_large' }],
  ])('refuses %s', async (_, body, status, details) => {
    const response = await post('/sandbox/faucet', body)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject(details)
  })
})

describe('the switches of the stand-ins', () => {
  test('work from a process that joined the world', async () => {
    const response = await post('/sandbox/upstreams/kraken', { mode: 'outage' })
    expect(await response.json()).toMatchObject({ upstreams: { kraken: 'outage', coinbase: 'ok' } })
    expect(await world.switches.modes()).toMatchObject({ kraken: 'outage' })
    await expect(fetch(`${world.upstreams['kraken']}/0/public/Depth?pair=USDCEUR`)).rejects.toThrow()
    await world.switches.set('kraken', 'ok')
    expect(await (await app.request('/sandbox/upstreams')).json()).toMatchObject({ upstreams: { kraken: 'ok' } })
  })

  test.each([
    ['nobody', { mode: 'ok' }, 404, 'not_found'],
    ['toString', { mode: 'ok' }, 404, 'not_found'],
    ['kraken', { mode: 'on fire' }, 400, 'invalid_input'],
    ['kraken', {}, 400, 'invalid_input'],
  ])('refuse %s with %j', async (id, body, status, code) => {
    const response = await post(`/sandbox/upstreams/${id}`, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code })
  })
})

test('closing a joined world leaves the chains running', async () => {
  await joined.close()
  expect(await usdcOf(world, world.payer.address)).toEqual(Array.from({ length: 6 }, () => '1000'))
})
