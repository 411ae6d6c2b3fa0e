import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Printer } from './print.ts'
import { receiptOf } from './receipt-of.ts'
import { settlementOf, stockClient, type Account, type Asset } from './stock-client.ts'

export interface Stage {
  /** Base address of the service. */
  readonly url: string
  readonly assets: readonly (Asset & { readonly label: string })[]
  readonly print: Printer
  fund(address: Hex, usdc: string): Promise<void>
}

const price = '/v1/market/price/BTC'
const estimate = '/v1/settlement/estimate?amount=100'

/** A wallet that the faucet funded; its first call is used up unless `fresh`. */
async function wallet(stage: Stage, usdc: string, fresh = false): Promise<Account> {
  const account = privateKeyToAccount(generatePrivateKey())
  await stage.fund(account.address, usdc)
  if (!fresh) await stockClient(account, stage.assets)(stage.url + price)
  return account
}

export async function report(
  stage: Stage,
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
  stage.print.line(line)
  await response.body?.cancel()
  return line
}

export function expectEqual(stage: Stage, what: string, got: unknown, wanted: unknown): void {
  if (got !== wanted) stage.print.fail(`${what}: ${String(got)}, expected ${String(wanted)}`)
}

export async function freeCall(stage: Stage): Promise<void> {
  stage.print.scene('A free call')
  const response = await fetch(`${stage.url}/v2/x402/market/rates`)
  expectEqual(stage, 'free call', response.status, 200)
  await report(stage, 'free', 'GET /v2/x402/market/rates', response)
}

export async function quotaCalls(stage: Stage): Promise<void> {
  stage.print.scene('25 calls of the daily quota, and the one after')
  let served = 0
  for (let call = 0; call < 25; call += 1) {
    const response = await fetch(stage.url + estimate)
    if (response.status === 200) served += 1
    await response.body?.cancel()
  }
  expectEqual(stage, 'quota calls served', served, 25)
  stage.print.note(`${served} calls served, none charged`)
  const after = await fetch(stage.url + estimate)
  expectEqual(stage, 'call after the quota', after.status, 402)
  await report(stage, 'quota', 'GET /v1/settlement/estimate (the 26th)', after)
}

export async function firstCallFree(stage: Stage): Promise<void> {
  stage.print.scene('The first call of a wallet is free')
  const pay = stockClient(await wallet(stage, '1', true), stage.assets)
  const first = await report(stage, 'first-call-free', `GET ${price}`, await pay(stage.url + price))
  expectEqual(stage, 'first call', first.state, 'free')
  const second = await report(stage, 'first-call-free', `GET ${price} (again, signed anew)`, await pay(stage.url + price))
  expectEqual(stage, 'second call', second.state, 'settled')
}

export async function everyNetwork(stage: Stage): Promise<void> {
  stage.print.scene('One payment on each network, by the official client')
  const account = await wallet(stage, '2')
  for (const asset of stage.assets) {
    const response = await stockClient(account, stage.assets, asset.network)(stage.url + price)
    expectEqual(stage, `network that paid on ${asset.label}`, settlementOf(response)?.network, asset.network)
    const { state } = await report(stage, 'networks', `GET ${price} on ${asset.label}`, response)
    expectEqual(stage, `payment on ${asset.label}`, state, 'settled')
  }
}

export async function fiftyAtOnce(stage: Stage): Promise<void> {
  stage.print.scene('50 payments at once, from 10 wallets')
  const wallets = await Promise.all(Array.from({ length: 10 }, () => wallet(stage, '2')))
  const started = performance.now()
  const responses = await Promise.all(
    wallets.flatMap((account, index) => {
      const network = stage.assets[index % stage.assets.length]!.network
      const pay = stockClient(account, stage.assets, network)
      return Array.from({ length: 5 }, () => pay(stage.url + price))
    }),
  )
  const elapsed = Math.round(performance.now() - started)
  const receipts = await Promise.all(responses.map((response) => receiptOf(response)))
  const settled = receipts.filter((receipt) => receipt?.state === 'settled')
  const transactions = new Set(settled.map((receipt) => receipt!.transaction))
  expectEqual(stage, 'payments settled of 50', settled.length, 50)
  expectEqual(stage, 'distinct payments', new Set(receipts.map((receipt) => receipt?.id)).size, 50)
  stage.print.note(`${settled.length} answered and settled in ${transactions.size} transactions, ${elapsed} ms in all`)
  for (const transaction of transactions) {
    const inIt = settled.filter((receipt) => receipt!.transaction === transaction)
    stage.print.line({
      scene: 'burst',
      what: `${inIt.length} payments on ${inIt[0]!.network}`,
      status: 200,
      charged: inIt[0]!.charged.usd,
      transaction,
      state: 'settled',
    })
  }
}

export async function samePaymentTwice(stage: Stage): Promise<void> {
  stage.print.scene('The same payment sent twice')
  const account = await wallet(stage, '1')
  let signed: RequestInit | undefined
  // The official client signs; what it sends is kept, to be sent once more.
  const recording = (async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.headers.has('payment-signature')) signed = { headers: request.headers }
    return fetch(request)
  }) as typeof fetch
  const { wrapFetchWithPayment, x402Client } = await import('@x402/fetch')
  const { registerExactEvmScheme } = await import('@x402/evm/exact/client')
  const client = new x402Client()
  registerExactEvmScheme(client, { signer: account })
  const first = await wrapFetchWithPayment(recording, client)(stage.url + price)
  const firstLine = await report(stage, 'twice', `GET ${price}`, first)
  const second = await fetch(stage.url + price, signed)
  expectEqual(stage, 'the second answer is a replay', second.headers.get('idempotent-replay'), 'true')
  expectEqual(stage, 'both name one receipt', second.headers.get('link'), first.headers.get('link'))
  await report(stage, 'twice', 'the same payment again: the stored answer', second)
  expectEqual(stage, 'state', firstLine.state, 'settled')
  const elsewhere = await fetch(`${stage.url}/v1/market/price/ETH`, signed)
  expectEqual(stage, 'the same payment for another call', elsewhere.status, 402)
  stage.print.note(`the same payment for another call: ${elsewhere.status}, it buys one call only`)
  await elsewhere.body?.cancel()
}

export async function failingProduct(stage: Stage): Promise<void> {
  stage.print.scene('A product that fails is not charged')
  const pay = stockClient(await wallet(stage, '1'), stage.assets)
  const unknown = await report(stage, 'failing', 'GET /v1/market/price/nosuchcoin', await pay(`${stage.url}/v1/market/price/nosuchcoin`))
  expectEqual(stage, 'unknown symbol', unknown.state, 'released')
  expectEqual(stage, 'charged for an unknown symbol', unknown.charged, '0')
}
