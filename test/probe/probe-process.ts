import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { callWith, priceOfBitcoin, signPayment, termsOf } from '../signed-payments.ts'
import { figuresOf, type Call } from './figures.ts'
import type { ProbeFigures, ProbeOrder } from './probe.ts'

/** Milliseconds between two rounds. More calls would be a load of their own. */
const pauseMs = 50

const order = JSON.parse(process.argv[2] ?? '{}') as ProbeOrder
const { headers } = order
const account = privateKeyToAccount(order.privateKey)
const newPayment = async () => signPayment(await termsOf(order.url, priceOfBitcoin, { headers }), account, { network: order.network })

async function timed(call: () => Promise<Response>): Promise<Call> {
  const start = performance.now()
  const response = await call()
  await response.arrayBuffer()
  return { ms: performance.now() - start, status: response.status }
}

let running = true
process.once('message', () => (running = false))

const live: Call[] = []
const paid: Call[] = []
const first = await newPayment()
while (running) {
  live.push(await timed(() => fetch(`${order.url}/livez`, { headers })))
  // The terms are asked for and signed before the time counts.
  const payment = order.pays === 'each time' ? await newPayment() : first
  paid.push(await timed(() => callWith(order.url + priceOfBitcoin, payment, { headers })))
  // The parent attacks from now on.
  if (paid.length === 1) process.send?.('ready')
  await sleep(pauseMs)
}
process.send?.({ live: figuresOf(live), paid: figuresOf(paid) } satisfies ProbeFigures)
process.disconnect()
