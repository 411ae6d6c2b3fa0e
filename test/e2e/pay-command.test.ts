import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payCommand } from '../../src/commands/pay.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { priceOfBitcoin, usdcOf } from '../signed-payments.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

async function farthingPay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' }
  const code = await payCommand([service.url + priceOfBitcoin, ...args], {
    out: (content) => void (texts.out += content.toString()),
    err: (text) => void (texts.err += text),
    env: {},
  })
  return { code, ...texts }
}

describe('farthing pay', () => {
  test('pays by x402 and by MPP on the requested network', async () => {
    // The first call of the wallet is free.
    expect((await farthingPay()).code).toBe(0)
    for (const protocol of ['x402', 'mpp']) {
      const before = await usdcOf(service.chain('eip155:10'), service.sandbox.payTo)
      const { code, out, err } = await farthingPay('--protocol', protocol, '--network', 'optimism')
      expect(code, err).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ success: true })
      expect(err).toMatch(/state +settled/)
      expect((await usdcOf(service.chain('eip155:10'), service.sandbox.payTo)) - before).toBe(7500n)
    }
  })

  test('pays by a transaction of its own, which it prints first', async () => {
    const before = await usdcOf(service.chain(), service.sandbox.payTo)
    const { code, out, err } = await farthingPay('--protocol', 'hash', '--json')
    expect(code, err).toBe(0)
    const report = JSON.parse(out) as { payment: { transaction: string }; receipt: { state: string } }
    expect(err).toContain(report.payment.transaction)
    expect(report.receipt).toMatchObject({ state: 'settled', protocol: 'mpp', transaction: report.payment.transaction })
    expect((await usdcOf(service.chain(), service.sandbox.payTo)) - before).toBe(7500n)
  })
})
