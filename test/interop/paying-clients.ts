import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { balanceOf } from '../../sandbox/demo/balances.ts'
import { pay, priceOfBitcoin, type Receipt } from '../signed-payments.ts'
import type { TestService } from '../start-test-service.ts'

/** A wallet for one client, funded on every network, and what it held before that client's calls, in base units. */
export interface ClientWallet {
  readonly key: string
  readonly address: `0x${string}`
  readonly before: ReadonlyMap<string, bigint>
}

/** What a client prints of one call. */
interface PrintedCall {
  readonly network: string
  readonly answer: unknown
  /** Over HTTP. */
  readonly status?: number
  readonly link?: string
  /** Over MCP. */
  readonly isError?: boolean
  readonly payment?: { readonly success: boolean; readonly transaction: string; readonly network: string; readonly amount?: string }
}

const priceUnits = 7_500n

export async function clientWallet(service: TestService): Promise<ClientWallet> {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await service.sandbox.world.fund(account.address, '1')
  // A wallet's first call is free.
  const [first] = service.sandbox.world.networks
  expect((await pay(service.url, account, { path: priceOfBitcoin, network: first!.id })).status).toBe(200)
  return { key, address: account.address, before: await balances(service, account.address) }
}

/** Where a client that is no test of all networks pays, and on which. */
interface ClientCalls {
  /** Of a proxy, instead of the service's own. */
  readonly address?: string
  /** All, where it is missing. */
  readonly networks?: readonly string[]
}

/** The input of all clients, as JSON. */
export function clientInput(
  service: TestService,
  { key }: ClientWallet,
  { address = service.url, networks: known }: ClientCalls = {},
): string {
  const networks = service.sandbox.world.networks.filter(({ id }) => known?.includes(id) ?? true)
  const ofChain = networks.map(({ id }) => service.chain(id).network)
  return JSON.stringify({
    key,
    url: address + priceOfBitcoin,
    mcp: `${address}/mcp`,
    tool: 'market-price',
    arguments: { symbol: 'BTC' },
    networks: networks.map(({ id }) => id),
    assets: networks.map(({ id, usdc }) => [id, usdc]),
    tokens: ofChain.map(({ id, asset, domain }) => [id, asset, domain.name, domain.version]),
    nodes: Object.fromEntries(networks.map(({ id, rpcUrl }) => [id, rpcUrl])),
  })
}

/** Runs a program with that input, and gives what it printed, a line of JSON for each call. */
export async function printedCalls(
  program: string,
  args: readonly string[],
  input: string,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<readonly PrintedCall[]> {
  const running = promisify(execFile)(program, args, { maxBuffer: 2 ** 26, ...options })
  running.child.stdin!.end(input)
  const { stdout } = await running
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PrintedCall)
}

/** One answer and one settled payment on each network: by the client's own words, by the receipts and by the chains. */
export async function expectPaidEverywhere(
  service: TestService,
  wallet: ClientWallet,
  calls: readonly PrintedCall[],
  { networks: known }: ClientCalls = {},
): Promise<void> {
  const networks = service.sandbox.world.networks.map(({ id }) => id as string).filter((id) => known?.includes(id) ?? true)
  expect(networks).toHaveLength(known?.length ?? 6)
  expect(calls.map(({ network }) => network)).toEqual(networks)
  for (const { network, answer, status, link, isError, payment } of calls) {
    expect(answer, network).toMatchObject({ success: true, data: { symbol: 'BTC' } })
    if (payment === undefined) {
      expect(status, network).toBe(200)
      const receipt = (await (await fetch(/<([^>]+)>; rel="receipt"/.exec(link ?? '')![1]!)).json()) as Receipt & { network: string }
      expect(receipt, network).toMatchObject({ state: 'settled', network, charged: { baseUnits: String(priceUnits) } })
    } else {
      expect(isError, network).toBe(false)
      // Not every client says what it paid; the balances below do.
      expect({ amount: String(priceUnits), ...payment }, network).toMatchObject({ success: true, network, amount: String(priceUnits) })
      expect(payment.transaction).toMatch(/^0x[0-9a-f]{64}$/)
    }
  }
  const after = await balances(service, wallet.address)
  for (const network of networks) expect(wallet.before.get(network)! - after.get(network)!, network).toBe(priceUnits)
}

async function balances({ parts }: TestService, address: `0x${string}`): Promise<ReadonlyMap<string, bigint>> {
  return new Map(await Promise.all([...parts.chains].map(async ([id, chain]) => [id as string, await balanceOf(chain, address)] as const)))
}
