import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openSandbox, type Sandbox } from '../sandbox/open-sandbox.ts'
import type { Chain, NetworkId } from '../src/chain/chain.ts'
import { startService, type Service } from '../src/commands/serve.ts'
import { loadConfig } from '../src/config.ts'
import { createLogger } from '../src/ops/logger.ts'
import { createMetrics } from '../src/ops/metrics.ts'
import { systemClock, systemRandom, systemTimers } from '../src/ops/system.ts'
import { toHex, type Hex } from '../src/shared/bytes.ts'
import type { Clock } from '../src/shared/clock.ts'
import { noCheckpoint, type Checkpoint } from '../src/shared/checkpoint.ts'
import { stageDatabase } from './stage-database.ts'

export type Account = ReturnType<typeof privateKeyToAccount>

/** A whole service on a sandbox of its own, over real HTTP and real chains. */
export interface Stage {
  readonly url: string
  readonly sandbox: Sandbox
  readonly service: Service
  readonly directory: string
  /** A wallet that the faucet funded on all six chains. */
  wallet(usdc?: string): Promise<Account>
  /** A funded wallet whose first call is used up, so that it pays from now on. */
  payingWallet(usdc?: string): Promise<Account>
  chain(network?: NetworkId): Chain
  close(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

export interface StageOptions {
  readonly blockMs?: number
  readonly env?: Environment | ((sandbox: Sandbox) => Promise<Environment>)
  readonly checkpoint?: Checkpoint
  /** The service's clock; the chains keep their own. */
  readonly clock?: Clock
  /** Where the service finds the nodes of the sandbox, instead of at their own addresses. */
  readonly endpoints?: (sandbox: Sandbox) => Promise<Sandbox['endpoints']>
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-test-'))
  const level = (process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent'
  const { log } = createLogger({ level })
  const sandbox = await openSandbox({ directory: join(directory, 'sandbox'), world: null, blockMs: options.blockMs ?? 100, log })
  const env = typeof options.env === 'function' ? await options.env(sandbox) : options.env
  const service = await startService({
    config: loadConfig({
      PORT: '0',
      DATA_DIR: directory,
      RATE_LIMIT_BURST: '100000',
      RATE_LIMIT_PER_SECOND: '100000',
      ...(await stageDatabase(directory)),
      ...env,
    }),
    system: { clock: options.clock ?? systemClock, timers: systemTimers, random: systemRandom },
    log,
    metrics: createMetrics(),
    sandbox: options.endpoints ? { ...sandbox, endpoints: await options.endpoints(sandbox) } : sandbox,
    checkpoint: options.checkpoint ?? noCheckpoint,
  })
  async function wallet(usdc = '5'): Promise<Account> {
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, usdc)
    return account
  }
  return {
    url: service.url,
    sandbox,
    service,
    directory,
    wallet,
    async payingWallet(usdc) {
      const account = await wallet(usdc)
      const response = await pay(service.url, account, { path: priceOfBitcoin })
      if (response.status !== 200) throw new Error(`the first call of a test wallet failed: ${response.status} ${await response.text()}`)
      await response.body?.cancel()
      return account
    },
    chain(network = 'eip155:8453') {
      const chain = service.parts.chains.get(network)
      if (!chain) throw new Error(`no chain ${network}`)
      return chain
    },
    async close() {
      for (const step of service.closing) await step.run(5_000)
      await sandbox.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Waits until an index has read all that its chains have. */
export async function untilIndexed({ service }: Stage, index: 'agents' | 'transfers'): Promise<void> {
  for (let waited = 0; waited < 300; waited++) {
    const states = service.parts.indexes.state().filter((one) => one.index === index)
    if (states.length > 0 && states.every(({ state }) => state === 'current')) return
    await sleep(100)
  }
  throw new Error(`the index of ${index} was not read in time`)
}

export const priceOfBitcoin = '/v1/market/price/BTC'

interface Requirement {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: Hex
  readonly payTo: Hex
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}

/** The terms of a route, as its 402 header has them. */
export async function termsOf(
  url: string,
  path: string,
  request: RequestInit = {},
): Promise<{ accepts: Requirement[]; resource: unknown }> {
  const response = await fetch(url + path, request)
  if (response.status !== 402) throw new Error(`expected a 402 from ${path}, got ${response.status}`)
  await response.body?.cancel()
  return JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'))
}

export interface SignOptions {
  readonly network?: string
  readonly amount?: bigint
  readonly nonce?: Hex
  readonly payTo?: Hex
  readonly validAfter?: bigint
  readonly validBefore?: bigint
  readonly paymentIdentifier?: string
}

/** A payment header made by hand, independent of every client library but viem's typed-data signing. */
export async function signPayment(
  terms: { accepts: Requirement[]; resource: unknown },
  account: Account,
  options: SignOptions = {},
): Promise<string> {
  const accepted = terms.accepts.find((one) => one.network === (options.network ?? 'eip155:8453'))!
  const authorization = {
    from: account.address,
    to: options.payTo ?? accepted.payTo,
    value: String(options.amount ?? BigInt(accepted.amount)),
    validAfter: String(options.validAfter ?? 0n),
    validBefore: String(options.validBefore ?? BigInt(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds)),
    nonce: options.nonce ?? toHex(systemRandom.bytes(32)),
  }
  const signature = await account.signTypedData({
    domain: { ...accepted.extra, chainId: Number(accepted.network.split(':')[1]), verifyingContract: accepted.asset },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  })
  return encodePayment({
    x402Version: 2,
    resource: terms.resource,
    accepted,
    payload: { signature, authorization },
    ...(options.paymentIdentifier === undefined
      ? {}
      : { extensions: { 'payment-identifier': { info: { required: false, id: options.paymentIdentifier } } } }),
  })
}

export function encodePayment(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

export function decodePayment(header: string): Record<string, any> {
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
}

/** The nonce of a payment header's authorization. */
export function nonceIn(payment: string): string {
  return decodePayment(payment)['payload'].authorization.nonce
}

/** Asks for the terms, signs, and calls. */
export async function pay(
  url: string,
  account: Account,
  options: SignOptions & { path: string; headers?: Record<string, string>; method?: string; body?: string },
): Promise<Response> {
  const { method = 'POST', headers = {}, body } = options
  const request = body === undefined ? {} : { method, headers, body }
  const payment = await signPayment(await termsOf(url, options.path, request), account, options)
  return callWith(url + options.path, payment, options)
}

export function callWith(
  address: string,
  payment: string,
  { method = 'GET', headers, body }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<Response> {
  return fetch(address, { method, headers: { 'PAYMENT-SIGNATURE': payment, ...headers }, ...(body === undefined ? {} : { body }) })
}

export interface Receipt {
  readonly id: string
  readonly state: string
  readonly protocol: string
  readonly network: string
  readonly transaction: string | null
  readonly charged: { readonly usd: string; readonly baseUnits: string }
}

/** The receipt that an answer links to. */
export async function receiptOf(response: Response): Promise<Receipt> {
  const link = /<([^>]+)>; rel="receipt"/.exec(response.headers.get('link') ?? '')?.[1]
  if (!link) throw new Error(`no receipt link on a ${response.status}: ${await response.text()}`)
  return (await (await fetch(link)).json()) as Receipt
}

/** USDC that an address holds. */
export async function usdcOf(chain: Chain, holder: string): Promise<bigint> {
  const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt(await chain.rpc.call<string>('eth_call', [{ to: chain.network.asset, data }, 'latest']))
}
