import { randomBytes } from 'node:crypto'
import { encodeFunctionData, parseAbi } from 'viem'
import { toHex, type Hex } from '../src/shared/bytes.ts'
import { Problem } from '../src/shared/problems.ts'
import { tokenOf } from './chains/install-contracts.ts'
import type { NodeCall } from './chains/node-rpc.ts'
import type { RunningChain } from './chains/start-chains.ts'
import type { FundedList } from './funded-list.ts'

/** Gives USDC, newly minted by the token, and gas coin on every chain of the sandbox. */
export interface Faucet {
  /** `units` in base units. Resolves when it is mined on all chains. */
  fund(address: Hex, units: bigint): Promise<void>
}

interface Request {
  readonly address: Hex
  readonly units: bigint
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

const mintAbi = parseAbi(['function mint(address to, uint256 amount) returns (bool)'])
const oneCoin = 10n ** 18n
/** Fits a block of 60 million gas. */
const mostPerBlock = 300
const mostBlocks = 10

const notGiven = () =>
  new Problem('invalid_input', 'The token gives nothing to this address.', {
    field: 'body.address',
    expected: 'an address that USDC may be sent to',
  })
const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** Fills up gas coin to ten where there is less than one. */
async function giveGas({ rpc }: RunningChain, addresses: readonly Hex[]): Promise<void> {
  const balances = (await rpc.batch(addresses.map((address) => ['eth_getBalance', address, 'latest']))) as Hex[]
  const poor = addresses.filter((_, index) => BigInt(balances[index] ?? '0x0') < oneCoin)
  await rpc.batch(poor.map((address) => ['anvil_setBalance', address, quantity(10n * oneCoin)]))
}

/** Returns the requests that the token refused. For example, the token's own address is on its blacklist. */
async function mint({ rpc, asset, name }: RunningChain, minter: Hex, requests: readonly Request[]): Promise<Request[]> {
  const first = Number(await rpc.call<Hex>('eth_getTransactionCount', minter, 'pending'))
  const calls = requests.map(({ address, units }, index): NodeCall => {
    const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [address, units] })
    return [
      'eth_sendTransaction',
      { from: minter, to: asset, data, nonce: quantity(first + index), gas: '0x30d40', gasPrice: '0x77359400' },
    ]
  })
  const hashes = (await rpc.batch(calls)) as Hex[]
  // Other transactions may have filled the next block.
  for (let block = 0; block < mostBlocks; block++) {
    await rpc.call('evm_mine')
    const receipts = (await rpc.batch(hashes.map((hash) => ['eth_getTransactionReceipt', hash]))) as ({ status: Hex } | null)[]
    if (receipts.every((receipt) => receipt !== null)) return requests.filter((_, index) => receipts[index]?.status === '0x0')
  }
  throw new Error(`the faucet could not mint on ${name}`)
}

/**
 * Concurrent requests are served together. Every faucet has its own minter, so that several processes may use the same chains and never
 * compete for an account nonce.
 */
export function createFaucet(chains: readonly RunningChain[], funded: FundedList): Faucet {
  const minter = toHex(randomBytes(20))
  let waiting: Request[] = []
  let working = false
  let prepared: Promise<unknown> | null = null

  function prepare(): Promise<unknown> {
    return Promise.all(
      chains.map((chain) =>
        chain.rpc.batch([
          ...tokenOf(chain).grantMinter(chain.asset, minter),
          ['anvil_impersonateAccount', minter],
          ['anvil_setBalance', minter, quantity(1_000_000n * oneCoin)],
        ]),
      ),
    )
  }

  async function serve(requests: readonly Request[]): Promise<void> {
    try {
      prepared ??= prepare()
      await prepared
      const addresses = [...new Set(requests.map(({ address }) => address))]
      const refused = await Promise.all(
        chains.map(async (chain) => {
          await giveGas(chain, addresses)
          return mint(chain, minter, requests)
        }),
      )
      const bad = new Set(refused.flat())
      const good = requests.filter((request) => !bad.has(request))
      funded.add(good.map(({ address }) => address))
      for (const { done } of good) done()
      for (const { failed } of bad) failed(notGiven())
    } catch (error) {
      for (const { failed } of requests) failed(error)
    }
  }

  async function work(): Promise<void> {
    if (working) return
    working = true
    while (waiting.length > 0) await serve(waiting.splice(0, mostPerBlock))
    working = false
  }

  return {
    fund: (address, units) =>
      new Promise<void>((done, failed) => {
        waiting.push({ address, units, done, failed })
        setImmediate(() => void work())
      }),
  }
}
