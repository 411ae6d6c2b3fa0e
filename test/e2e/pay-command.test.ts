import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payCommand } from '../../src/commands/pay.ts'
import { openStage, priceOfBitcoin, usdcOf, type Stage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function farthingPay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' }
  const code = await payCommand([stage.url + priceOfBitcoin, ...args], {
    out: (content) => void (texts.out += content.toString()),
    err: (text) => void (texts.err += text),
    env: {},
  })
  return { code, ...texts }
}

describe('farthing pay', () => {
  test('pays by x402 and by MPP on the network that is asked for', async () => {
    // The first call of the wallet is free.
    expect((await farthingPay()).code).toBe(0)
    for (const protocol of ['x402', 'mpp']) {
      const before = await usdcOf(stage.chain('eip155:10'), stage.sandbox.payTo)
      const { code, out, err } = await farthingPay('--protocol', protocol, '--network', 'optimism')
      expect(code, err).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ success: true })
      expect(err).toMatch(/state +settled/)
      expect((await usdcOf(stage.chain('eip155:10'), stage.sandbox.payTo)) - before).toBe(7500n)
    }
  })

  test('pays by a transaction of its own, which it names before anything else', async () => {
    const before = await usdcOf(stage.chain(), stage.sandbox.payTo)
    const { code, out, err } = await farthingPay('--protocol', 'hash', '--json')
    expect(code, err).toBe(0)
    const report = JSON.parse(out) as { payment: { transaction: string }; receipt: { state: string } }
    expect(err).toContain(report.payment.transaction)
    expect(report.receipt).toMatchObject({ state: 'settled', protocol: 'mpp', transaction: report.payment.transaction })
    expect((await usdcOf(stage.chain(), stage.sandbox.payTo)) - before).toBe(7500n)
  })
})
