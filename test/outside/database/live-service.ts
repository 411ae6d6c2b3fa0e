import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { freePort } from '../../../bench/harness/free-port.ts'
import type { World } from '../../../sandbox/world.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { startProcess } from '../../service-process.ts'
import { callWith, signPayment, type Account } from '../../signed-payments.ts'

type Environment = Readonly<Record<string, string>>

/** Each call is charged, a wallet's first one too. */
const path = '/v1/util/qr-code'
const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ text: 'HELLO' }) }

/** Settings of a live service on Base that sells QR codes. */
export function liveSettings(world: World, more: { readonly DATABASE_URL: string; readonly PAY_TO: Hex }): Environment {
  return {
    MPP_SECRET: 'the-same-for-all-of-the-instances',
    MODE: 'live',
    PUBLIC_URL: 'https://api.example.com',
    SIGNER_KEY: world.signerKeys[0]!,
    RPC_URL_BASE: world.networks[0]!.rpcUrl,
    GAS_COIN_CEILINGS: 'ETH=0.01',
    SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
    INDEX_POOLS: 'none',
    QR_CODE_PRICE: '0.03',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ANSWER_WITHIN_SECONDS: '10',
    DRAIN_SECONDS: '0',
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_PER_SECOND: '100000',
    ...more,
  }
}

/** `bin/farthing start` in a process of its own. */
export interface LiveService extends AsyncDisposable {
  readonly url: string
  /** Its settings, as its operator's commands have them. */
  readonly env: Environment & { readonly DATA_DIR: string }
}

export async function startLive(settings: Environment): Promise<LiveService> {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-live-'))
  const env = { ...settings, DATA_DIR: directory, PORT: String(await freePort()), BROWSER: 'off', TEXT_TOOLS: 'off' }
  const service = await startProcess(env, process.cwd(), 'bin/farthing')
  return {
    url: service.url,
    env,
    async [Symbol.asyncDispose]() {
      await service.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export async function newWallet(world: World): Promise<Account> {
  const account = privateKeyToAccount(generatePrivateKey())
  await world.fund(account.address, '5')
  return account
}

/** What a QR code costs now. */
export async function currentTerms(url: string) {
  const response = await fetch(url + path, call)
  if (response.status !== 402) throw new Error(`expected a 402, got ${response.status}: ${await response.text()}`)
  await response.body?.cancel()
  return JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'))
}

/** Orders a QR code with a payment. */
export function order(url: string, payment: string, client: string): Promise<Response> {
  return callWith(url + path, payment, { ...call, headers: { ...call.headers, 'X-Forwarded-For': client } })
}

/** What became of a call. */
export interface Called {
  readonly status: number
  readonly ms: number
}

/** Pays for so many calls, with some of them under way at any time. */
export async function buy(
  url: string,
  account: Account,
  { calls, atOnce }: { readonly calls: number; readonly atOnce: number },
): Promise<Called[]> {
  const terms = await currentTerms(url)
  const payments = await Promise.all(Array.from({ length: calls }, () => signPayment(terms, account)))
  const called: Called[] = []
  const caller = async (client: string) => {
    for (let payment = payments.pop(); payment !== undefined; payment = payments.pop()) {
      const begun = performance.now()
      const response = await order(url, payment, client)
      await response.arrayBuffer()
      called.push({ status: response.status, ms: performance.now() - begun })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => caller(`203.0.113.${index + 1}`)))
  return called
}

/** The value below which this share of them is. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!
}
