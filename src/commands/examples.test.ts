import { pageFacts } from '../surfaces/console/console.fixture.ts'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facts } from '../surfaces/discovery/facts.fixture.ts'
import { examplesRoutes } from '../surfaces/examples/examples-routes.ts'
import { examplesCommand } from './examples.ts'

let url: string
let server: ReturnType<typeof serve>
beforeAll(async () => {
  const app = new Hono()
  examplesRoutes(app, {
    page: pageFacts,
    offers: facts.offers,
    baseUrl: facts.publicUrl,
    sandbox: false,
    network: null,
    freeCallsPerDay: 25,
  })
  server = await new Promise((resolve) => {
    const opened = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(opened))
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function run(...args: string[]) {
  const texts = { out: '', err: '' }
  const code = await examplesCommand(args, { out: (text) => void (texts.out += text), err: (text) => void (texts.err += text) })
  return { code, ...texts }
}

describe('farthing examples', () => {
  test('prints the list, all examples of an offer, or one', async () => {
    expect(await run('--url', url)).toMatchObject({ code: 0, out: expect.stringContaining('/examples/market-price'), err: '' })
    expect(await run('market-price', '--url', url)).toMatchObject({ code: 0, out: expect.stringMatching(/^# .*\n/) })
    expect(await run('discovery', '--lang', 'python', '--url', url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^import httpx\n/),
    })
  })

  test('lists what there is when it is asked for something else', async () => {
    expect(await run('nothing', '--url', url)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('/examples') })
    expect(await run('market-price', '--lang', 'cobol', '--url', url)).toMatchObject({ code: 1, err: expect.stringContaining('curl') })
  })

  test('says so when the service does not answer', async () => {
    expect(await run('--url', 'http://127.0.0.1:1')).toMatchObject({ code: 5, err: expect.stringContaining('does not answer') })
  })

  test.each([[['a', 'b']], [['--lang', 'curl']], [['--nonsense']], [['--url', 'ftp://example.com']], [['--url', 'x']]])(
    'is not used like %j',
    async (args) => {
      expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('farthing examples') })
    },
  )

  test('has help', async () => expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--lang') }))
})
