import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Printer } from './print.ts'
import { receiptOf } from './receipt-of.ts'
import { settlementOf, stockClient, type Account, type Asset } from './stock-client.ts'

export interface DemoContext {
  /** Base address of the service. */
  readonly url: string
  readonly assets: readonly (Asset & { readonly label: string })[]
  readonly print: Printer
  fund(address: Hex, usdc: string): Promise<void>
}

const price = '/v1/market/price/BTC'
const estimate = '/v1/settlement/estimate?amount=100'

/** A wallet that the faucet funded. Its first call is used up unless `fresh`. */
async function wallet(demo: DemoContext, usdc: string, fresh = false): Promise<Account> {
  const account = privateKeyToAccount(generatePrivateKey())
  await demo.fund(account.address, usdc)
  if (!fresh) await stockClient(account, demo.assets)(demo.url + price)
  return account
}

export async function report(
  demo: DemoContext,
  scene: string,
  what: string,
  response: Response,
): Promise<{ state: string | null; charged: string }> {
  const receipt = await receiptOf(response)
  const line = {
    scene,
    what,
    status: response.status,
    charged: receipt?.charged.usd ?? '0',
    transaction: receipt?.transaction ?? null,
    state: receipt?.state ?? null,
  }
  demo.print.line(line)
  await response.body?.cancel()
  return line
}

export function expectEqual(demo: DemoContext, what: string, got: unknown, wanted: unknown): void {
  if (got !== wanted) demo.print.fail(`${what}: ${String(got)}, expected ${String(wanted)}`)
}

export async function freeCall(demo: DemoContext): Promise<void> {
  demo.print.scene('A free call')
  const response = await fetch(`${demo.url}/v2/x402/market/rates`)
  expectEqual(demo, 'free call', response.status, 200)
  await report(demo, 'free', 'GET /v2/x402/market/rates', response)
}

export async function quotaCalls(demo: DemoContext): Promise<void> {
  demo.print.scene('25 calls of the daily quota, and the one after')
  let served = 0
  for (let call = 0; call < 25; call += 1) {
    const response = await fetch(demo.url + estimate)
    if (response.status === 200) served += 1
    await response.body?.cancel()
  }
  expectEqual(demo, 'quota calls served', served, 25)
  demo.print.note(`${served} calls served, none charged`)
  const after = await fetch(demo.url + estimate)
  expectEqual(demo, 'call after the quota', after.status, 402)
  await report(demo, 'quota', 'GET /v1/settlement/estimate (the 26th)', after)
}

export async function firstCallFree(demo: DemoContext): Promise<void> {
  demo.print.scene('The first call of a wallet is free')
  const pay = stockClient(await wallet(demo, '1', true), demo.assets)
  const first = await report(demo, 'first-call-free', `GET ${price}`, await pay(demo.url + price))
  expectEqual(demo, 'first call', first.state, 'free')
  const second = await report(demo, 'first-call-free', `GET ${price} (again, signed anew)`, await pay(demo.url + price))
  expectEqual(demo, 'second call', second.state, 'settled')
}

export async function everyNetwork(demo: DemoContext): Promise<void> {
  demo.print.scene('One payment on each network, by the official client')
  const account = await wallet(demo, '2')
  for (const asset of demo.assets) {
    const response = await stockClient(account, demo.assets, asset.network)(demo.url + price)
    expectEqual(demo, `network that paid on ${asset.label}`, settlementOf(response)?.network, asset.network)
    const { state } = await report(demo, 'networks', `GET ${price} on ${asset.label}`, response)
    expectEqual(demo, `payment on ${asset.label}`, state, 'settled')
  }
}

export async function fiftyAtOnce(demo: DemoContext): Promise<void> {
  demo.print.scene('50 payments at once, from 10 wallets')
  const wallets = await Promise.all(Array.from({ length: 10 }, () => wallet(demo, '2')))
  const started = performance.now()
  const responses = await Promise.all(
    wallets.flatMap((account, index) => {
      const network = demo.assets[index % demo.assets.length]!.network
      const pay = stockClient(account, demo.assets, network)
      return Array.from({ length: 5 }, () => pay(demo.url + price))
    }),
  )
  const elapsed = Math.round(performance.now() - started)
  const receipts = await Promise.all(responses.map((response) => receiptOf(response)))
  const settled = receipts.filter((receipt) => receipt?.state === 'settled')
  const transactions = new Set(settled.map((receipt) => receipt!.transaction))
  expectEqual(demo, 'payments settled of 50', settled.length, 50)
  expectEqual(demo, 'distinct payments', new Set(receipts.map((receipt) => receipt?.id)).size, 50)
  demo.print.note(`${settled.length} answered and settled in ${transactions.size} transactions, ${elapsed} ms in all`)
  for (const transaction of transactions) {
    const inIt = settled.filter((receipt) => receipt!.transaction === transaction)
    demo.print.line({
      scene: 'burst',
      what: `${inIt.length} payments on ${inIt[0]!.network}`,
      status: 200,
      charged: inIt[0]!.charged.usd,
      transaction,
      state: 'settled',
    })
  }
}

export async function samePaymentTwice(demo: DemoContext): Promise<void> {
  demo.print.scene('The same payment sent twice')
  const account = await wallet(demo, '1')
  let signed: RequestInit | undefined
  // The official client signs. Its request is recorded, to be sent once more.
  const recording = (async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.headers.has('payment-signature')) signed = { headers: request.headers }
    return fetch(request)
  }) as typeof fetch
  const { wrapFetchWithPayment, x402Client } = await import('@x402/fetch')
  const { registerExactEvmScheme } = await import('@x402/evm/exact/client')
  const client = new x402Client()
  registerExactEvmScheme(client, { signer: account })
  const first = await wrapFetchWithPayment(recording, client)(demo.url + price)
  const firstLine = await report(demo, 'twice', `GET ${price}`, first)
  const second = await fetch(demo.url + price, signed)
  expectEqual(demo, 'the second answer is a replay', second.headers.get('idempotent-replay'), 'true')
  expectEqual(demo, 'both name one receipt', second.headers.get('link'), first.headers.get('link'))
  await report(demo, 'twice', 'the same payment again: the stored answer', second)
  expectEqual(demo, 'state', firstLine.state, 'settled')
  const elsewhere = await fetch(`${demo.url}/v1/market/price/ETH`, signed)
  expectEqual(demo, 'the same payment for another call', elsewhere.status, 402)
  demo.print.note(`the same payment for another call: ${elsewhere.status}, it buys one call only`)
  await elsewhere.body?.cancel()
}

export async function failingProduct(demo: DemoContext): Promise<void> {
  demo.print.scene('A product that fails is not charged')
  const pay = stockClient(await wallet(demo, '1'), demo.assets)
  const unknown = await report(demo, 'failing', 'GET /v1/market/price/nosuchcoin', await pay(`${demo.url}/v1/market/price/nosuchcoin`))
  expectEqual(demo, 'unknown symbol', unknown.state, 'released')
  expectEqual(demo, 'charged for an unknown symbol', unknown.charged, '0')
}
