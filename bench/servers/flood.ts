import { randomBytes, randomInt } from 'node:crypto'
import { toHex } from '../../src/shared/bytes.ts'
import { openConnection, requestText, type Connection } from '../harness/http-connection.ts'
import { createPayers } from '../harness/payers.ts'
import { paymentHeader, type X402Terms } from '../harness/x402-payments.ts'

/** Runs as a process: sends junk payments at a steady rate until the parent stops it. */
export interface FloodInput {
  readonly port: number
  readonly path: string
  readonly perSecond: number
  readonly terms: X402Terms
}

export interface FloodReport {
  readonly sent: number
  readonly perSecond: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
}

const { port, path, perSecond, terms } = JSON.parse(process.argv[2] ?? '') as FloodInput
const tickMs = 10
const kinds = junk()
const idle: Connection[] = await Promise.all(Array.from({ length: 128 }, () => openConnection(port)))
const statuses: Record<string, number> = {}
const started = performance.now()
let sent = 0

/** Sends all requests that are due, so that a late timer leaves no gap. While all connections are busy, due requests wait. */
const timer = setInterval(() => {
  const due = ((performance.now() - started) / 1000) * perSecond
  while (sent < due && idle.length > 0) {
    const connection = idle.pop()!
    sent += 1
    void connection.ask(kinds[sent % kinds.length]!()).then(({ status }) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      idle.push(connection)
    })
  }
}, tickMs)

process.once('message', () => {
  clearInterval(timer)
  const report: FloodReport = { sent, perSecond: sent / ((performance.now() - started) / 1000), statuses }
  process.send?.(report, () => process.exit(0))
})
process.once('disconnect', () => process.exit(0))
process.send?.('begun')

/** Malformed payments, and well-formed ones with a wrong or missing signature; each from another client address. */
function junk(): (() => string)[] {
  const [payer] = createPayers(1)
  const payment = JSON.parse(Buffer.from(paymentHeader(terms, payer!), 'base64').toString('utf8')) as {
    payload: { signature: string; authorization: { nonce: string } }
  }
  const from = () => ({ 'X-Forwarded-For': `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}` })
  const send = (header: string) => requestText(path, { 'PAYMENT-SIGNATURE': header, ...from() })
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
  const withNonce = (signature: string) =>
    encode({
      ...payment,
      payload: { signature, authorization: { ...payment.payload.authorization, nonce: toHex(randomBytes(32)) } },
    })
  return [
    () => send(randomBytes(600).toString('base64')),
    () => send(encode({ x402Version: 2, accepted: { scheme: 'exact', network: 'eip155:8453' } })),
    // The signature is for another nonce, so another address is recovered.
    () => send(withNonce(payment.payload.signature)),
    () => send(withNonce(`0x${randomBytes(32).toString('hex')}${'11'.repeat(32)}1b`)),
  ]
}
