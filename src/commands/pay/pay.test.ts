import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startTestService, type TestService } from '../../../test/start-test-service.ts'
import { payCommand } from '../pay.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

async function run(args: readonly string[], env: Record<string, string> = {}, watched = false) {
  let out = ''
  let err = ''
  const code = await payCommand(args, {
    out: (content) => void (out += Buffer.from(content).toString('utf8')),
    err: (text) => void (err += text),
    env,
    watched,
  })
  return { code, out, err }
}

const price = () => `${service.url}/v1/market/price/BTC`

/** A service that is not ours. */
async function stranger(
  answer: (paid: boolean, path: string, url: string) => { status: number; headers?: Record<string, string>; body?: string },
  work: (url: string) => Promise<void>,
) {
  const server = createServer((request, response) => {
    const {
      status,
      headers = {},
      body = '',
    } = answer('payment-signature' in request.headers, request.url ?? '', `http://${request.headers.host ?? ''}`)
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('farthing pay in a sandbox', () => {
  test("pays with the sandbox's wallet: the first call is free, the second is settled", async () => {
    const first = await run([price()])
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^paid +0 USDC\nsigned +0\.0075 USDC\nnetwork +Base \(eip155:8453\)\n/),
    })
    expect(first.err).toMatch(/^state +free: a wallet's first call here is not charged$/m)
    expect(first.err).toMatch(/^next call +pays 0\.0075 USDC, and shows the transaction that settled it$/m)

    const second = await run([price(), '--network', 'polygon'])
    expect(second.code).toBe(0)
    expect(JSON.parse(second.out)).toMatchObject({ meta: { simulated: true } })
    expect(second.err).toMatch(
      /^paid +0\.0075 USDC\nnetwork +Polygon \(eip155:137\)\npayer +0x[0-9a-fA-F]{40}\ntransaction +0x[0-9a-f]{64}\nstate +settled\nreceipt +http:/,
    )
  })

  test('says what it waits for where a person reads along', async () => {
    const { err } = await run([price()], {}, true)
    expect(err).toMatch(/^signing +0\.0075 USDC on Base\nwaiting +for the answer and the settlement of its payment\npaid +0\.0075 USDC\n/)
  })

  test('prints one JSON object when asked to', async () => {
    const { code, out, err } = await run([price(), '--json'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'paid',
      status: 200,
      answer: { data: { symbol: 'BTC' } },
      payment: { network: 'eip155:8453', charged: '0.0075', state: 'settled', transaction: expect.stringMatching(/^0x/) },
      receipt: { offer: 'market-price' },
    })
  })

  test('accepts a key that was made for the sandbox, and never the real one', async () => {
    const key = generatePrivateKey()
    await service.sandbox.world.fund(privateKeyToAccount(key).address, '1')
    expect(await run([price(), '--sandbox-key', key])).toMatchObject({
      code: 0,
      err: expect.stringContaining(privateKeyToAccount(key).address),
    })
    expect(await run([price()], { WALLET_KEY: key })).toMatchObject({ code: 3, out: '', err: expect.stringContaining('sandbox') })
    const file = join(service.directory, 'wallet-key')
    writeFileSync(file, key, { mode: 0o600 })
    expect(await run([price(), '--key-file', file])).toMatchObject({ code: 3 })
    chmodSync(file, 0o640)
    expect(await run([price(), '--key-file', file])).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') })
  })

  test('reports that the payment of a wallet without faucet money is refused', async () => {
    const { code, err } = await run([price(), '--sandbox-key', generatePrivateKey()])
    expect(code).not.toBe(0)
    expect(err).not.toMatch(/^paid/)
  })

  test('pays nothing above the maximum', async () => {
    expect(await run([price(), '--max', '0.0074'])).toMatchObject({ code: 3, out: '', err: expect.stringContaining('0.0075') })
    const dear = `${service.url}/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
    expect(await run([dear])).toMatchObject({ code: 3, err: expect.stringContaining('0.15') })
    expect(await run([dear, '--max', '0.15'])).toMatchObject({ code: 0 })
  })

  test('costs nothing where no payment is asked for, and says when there is no such route', async () => {
    expect(await run([`${service.url}/v1/agent/discovery`])).toMatchObject({ code: 0, err: expect.stringContaining('nothing') })
    expect(await run([`${service.url}/v1/nowhere`])).toMatchObject({ code: 1, err: expect.stringContaining('404') })
  })
})

describe('farthing pay elsewhere', () => {
  const terms = (payTo: string) =>
    Buffer.from(
      JSON.stringify({
        x402Version: 2,
        resource: { url: 'https://example.com/' },
        accepts: [
          {
            scheme: 'exact',
            network: 'eip155:8453',
            amount: '1000',
            asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            payTo,
            maxTimeoutSeconds: 60,
            extra: { name: 'USD Coin', version: '2' },
          },
        ],
      }),
    ).toString('base64')
  const asks = { status: 402, headers: { 'PAYMENT-REQUIRED': terms('0x00000000000000000000000000000000000000aa') } }
  const wallet = { WALLET_KEY: generatePrivateKey() }

  test('needs a key', async () => {
    await stranger(
      () => asks,
      async (url) => {
        expect(await run([url])).toMatchObject({ code: 3, err: expect.stringContaining('WALLET_KEY') })
        expect(await run([url], { WALLET_KEY: 'nonsense' })).toMatchObject({ code: 2, err: expect.not.stringContaining('nonsense') })
      },
    )
  })

  test('ends with 4 when the payment is refused, and does not sign again', async () => {
    await stranger(
      () => asks,
      async (url) => expect(await run([url], wallet)).toMatchObject({ code: 4, err: expect.stringMatching(/^refused/) }),
    )
  })

  test('ends with 5 while the outcome is open, and prints the payment to be sent again', async () => {
    await stranger(
      (paid) => (paid ? { status: 503, headers: { 'Retry-After': '3600' }, body: '{"code":"settlement_pending"}' } : asks),
      async (url) => {
        expect(await run([url], wallet)).toMatchObject({
          code: 5,
          err: expect.stringMatching(/^open +settlement_pending\n[^]*do not pay again/),
        })
        const { out } = await run([url, '--json'], wallet)
        expect(JSON.parse(out)).toMatchObject({
          outcome: 'open',
          payment: { sendAgain: { 'PAYMENT-SIGNATURE': expect.any(String), 'Idempotency-Key': expect.any(String) } },
        })
      },
    )
  })

  test('does not warn of paying again when the receipt says that nothing was charged', async () => {
    await stranger(
      (paid, path, url) => {
        if (path === '/receipt') return { status: 200, body: '{"state":"released","reason":"source_unavailable"}' }
        const headers = { 'Retry-After': '3600', Link: `<${url}/receipt>; rel="receipt"` }
        return paid ? { status: 503, headers, body: '{"code":"source_unavailable"}' } : asks
      },
      async (url) => {
        const { code, err } = await run([url], wallet)
        expect(code).toBe(5)
        expect(err).toMatch(
          /^failed +status 503 \(source_unavailable\)\n[^]*^state +released \(source_unavailable\): nothing was charged$/m,
        )
        expect(err).not.toMatch(/again/)
        expect(JSON.parse((await run([url, '--json'], wallet)).out)).toMatchObject({ outcome: 'failed', payment: { charged: null } })
      },
    )
  })

  test('ends with 5 when the service does not answer', async () => {
    let gone = ''
    await stranger(
      () => asks,
      async (url) => void (gone = url),
    )
    expect(await run([gone], wallet)).toMatchObject({ code: 5, err: expect.stringContaining('nothing was signed') })
    expect((await run([gone], wallet)).err).toMatch(/\. Start it in another terminal: `farthing start` \(in a checkout `npm start`\)/)
  })

  test('ends with 2 when it is used wrongly', async () => {
    expect(await run([])).toMatchObject({ code: 2, err: expect.stringContaining('give one URL') })
    expect(await run([price(), '--sandbox-key', '0x12'])).toMatchObject({ code: 2 })
  })
})
