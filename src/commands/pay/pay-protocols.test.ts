import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey } from 'viem/accounts'
import { temporaryWorld } from '../../../sandbox/tests/temporary-world.ts'
import type { World } from '../../../sandbox/world.ts'
import { answered, openMppService, status, type MppServiceOptions } from '../../wallet/mpp-service.fixture.ts'
import { payCommand } from '../pay.ts'

const transaction = `0x${'ab'.repeat(32)}`

let world: World
beforeAll(async () => {
  world = await temporaryWorld({ networks: ['eip155:8453'] })
})
afterAll(() => world?.close())

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

async function service(options: MppServiceOptions = {}) {
  const sandbox = {
    payer: { privateKey: world.payer.privateKey },
    networks: world.networks.map(({ id, rpcUrl }) => ({ network: id, rpcUrl })),
  }
  const opened = await openMppService({ sandbox, ...options })
  close = opened.close
  return {
    ...opened,
    async run(...args: string[]) {
      let [out, err] = ['', '']
      const io = {
        out: (content: string | Uint8Array) => void (out += Buffer.from(content).toString('utf8')),
        err: (text: string) => void (err += text),
        env: {},
      }
      const code = await payCommand([`${opened.url}/paid`, ...args], io)
      return { code, out, err }
    },
  }
}

describe('farthing pay --protocol mpp', () => {
  test('pays, and says what became of it', async () => {
    const { run } = await service()
    const { code, out, err } = await run('--protocol', 'mpp')
    expect({ code, out }).toEqual({ code: 0, out: '{"price":1}\n' })
    expect(err).toMatch(/^paid +0\.0075 USDC\nnetwork +Base \(eip155:8453\)\npayer +0x\w{40}\ntransaction +0x(?:ab){32}\n$/)
  })

  test('prints a valid credential with --sign-only', async () => {
    const { run, url, paid } = await service()
    const { code, out } = await run('--protocol', 'mpp', '--sign-only')
    expect({ code, paid }).toEqual({ code: 0, paid: [] })
    const response = await fetch(`${url}/paid`, { headers: { authorization: out.trim() } })
    expect([response.status, paid.length]).toEqual([200, 1])
  })

  test('prints what to send again while the outcome is open', async () => {
    const { run } = await service({ reactions: [status(503, { 'Retry-After': '3600' }, { code: 'settlement_pending' })] })
    const { code, out } = await run('--protocol', 'mpp', '--json')
    expect(code).toBe(5)
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'open',
      payment: { sendAgain: { Authorization: expect.stringMatching(/^Payment /), 'Idempotency-Key': expect.any(String) } },
    })
  })
})

describe('farthing pay --protocol hash', () => {
  test('prints the transaction and the credential before anything else', async () => {
    const { run, paid } = await service({ reactions: [answered('a-receipt')] })
    const { code, err } = await run('--protocol', 'hash')
    expect(code).toBe(0)
    const [payload] = paid.map(({ credential }) => credential.payload)
    expect(payload?.type === 'hash' && err.startsWith(`transaction  ${payload.hash}\ncredential   Authorization: Payment `)).toBe(true)
  })

  test('prints the credential again when the call fails after the transfer', async () => {
    const { run } = await service({ reactions: [status(500, {}, { code: 'run_failed' })] })
    const { code, out } = await run('--protocol', 'hash', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'failed',
      payment: { transaction: expect.stringMatching(/^0x/), sendAgain: { Authorization: expect.stringMatching(/^Payment /) } },
    })
  })

  test('asks for a node where none is named', async () => {
    const { run } = await service({ sandbox: { payer: { privateKey: generatePrivateKey() } } })
    expect(await run('--protocol', 'hash')).toMatchObject({ code: 3, err: expect.stringContaining('--rpc') })
  })
})

test('the transaction of an answer is that of its receipt', async () => {
  const { run } = await service({ reactions: [answered(transaction)] })
  expect(JSON.parse((await run('--protocol', 'mpp', '--json')).out)).toMatchObject({ payment: { transaction } })
})
