import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { anvilBinary, startAnvil } from '../../sandbox/chains/anvil.ts'
import { installContracts, tokenOf } from '../../sandbox/chains/install-contracts.ts'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { sandboxNetworks } from '../../sandbox/networks.ts'
import type { Chain, Network } from '../chain/chain.ts'
import { connectChain } from '../chain/connect/connect-chain.ts'
import { createRpc } from '../chain/rpc/create-rpc.ts'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import type { Hex } from '../shared/bytes.ts'
import { toHex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { fileStore, temporaryDirectory } from '../store/sqlite/store.fixture.ts'

export interface TestWallet {
  readonly address: Hex
  readonly privateKey: Hex
}

const oneCoin = 10n ** 18n
const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`
const erc20 = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
])

export function newWallet(): TestWallet {
  const privateKey = toHex(randomBytes(32))
  return { address: privateKeyToAddress(privateKey), privateKey }
}

/** One real local chain whose blocks the test may hold back. */
export interface TestChain {
  readonly chain: Chain
  readonly node: NodeRpc
  /** Stops making blocks until the next call of `go`. */
  hold(): void
  /** Replaces the newest block by an empty one. Never while a block is made: anvil then keeps blocks without their state. */
  reorganise(): Promise<void>
  go(): void
  mine(): Promise<void>
  /** Mints USDC to these, and gives each gas coin. */
  fund(addresses: readonly Hex[], units: bigint): Promise<void>
  balance(address: Hex): Promise<bigint>
  /** A plain transfer of USDC by its owner, mined. */
  transfer(from: TestWallet, to: Hex, units: bigint): Promise<void>
  /** A call from an account that need not have a key, not mined. */
  send(from: Hex, to: Hex, data: Hex): Promise<Hex>
}

export interface TestWorld {
  readonly base: TestChain
  readonly skale: TestChain
  readonly payTo: Hex
  /** A new database, on disk. */
  ledger(): Promise<Ledger>
  close(): Promise<void>
}

async function startChain(
  network: (typeof sandboxNetworks)[number],
  directory: string,
  blockMs: number,
): Promise<TestChain & { stop(): void }> {
  const anvil = startAnvil(anvilBinary(), {
    chainId: network.chainId,
    hardfork: network.hardfork,
    stateFile: join(directory, `${network.chainId}.json`),
  })
  const kill = () => void anvil.process.kill('SIGKILL')
  process.once('exit', kill)
  const url = await anvil.listening
  const node = nodeRpc(url)
  await installContracts({ ...network, rpc: node })
  const rpc = createRpc({ urls: [url], timers: systemTimers, clock: systemClock, log: silentLog, metrics: silentMetrics })
  const fast: Network = { ...network, blockMs }
  const chain = await connectChain({ network: fast, rpc, clock: systemClock, timers: systemTimers, log: silentLog })
  const minter = toHex(randomBytes(20))
  await node.batch([
    ...tokenOf(network).grantMinter(network.asset, minter),
    ['anvil_impersonateAccount', minter],
    ['anvil_setBalance', minter, hex(1_000_000n * oneCoin)],
  ])
  const miner = startMiner(node, blockMs)
  const send = (from: Hex, to: Hex, data: Hex) =>
    node.call<Hex>('eth_sendTransaction', { from, to, data, gas: '0x493e0', gasPrice: '0x77359400' })
  const mined = async (hashes: readonly Hex[]) => {
    for (let block = 0; block < 20; block++) {
      await node.call('evm_mine')
      const receipts = await node.batch(hashes.map((hash) => ['eth_getTransactionReceipt', hash]))
      if (receipts.every((receipt) => receipt !== null)) return
    }
    throw new Error('not mined')
  }
  return {
    chain,
    node,
    hold: miner.hold,
    reorganise: () => miner.whileHeld(async () => void (await node.call('anvil_reorg', 1, []))),
    go: miner.go,
    mine: async () => void (await node.call('evm_mine')),
    send,
    async fund(addresses, units) {
      const hashes: Hex[] = []
      for (const address of addresses) {
        await node.call('anvil_setBalance', address, hex(10n * oneCoin))
        if (units > 0n)
          hashes.push(await send(minter, network.asset, encodeFunctionData({ abi: erc20, functionName: 'mint', args: [address, units] })))
      }
      await mined(hashes)
    },
    async balance(address) {
      const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [address] })
      return BigInt(await node.call<Hex>('eth_call', { to: network.asset, data }, 'latest'))
    },
    async transfer(from, to, units) {
      await node.call('anvil_impersonateAccount', from.address)
      await mined([
        await send(from.address, network.asset, encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] })),
      ])
    },
    stop() {
      miner.stop()
      process.off('exit', kill)
      kill()
      void rpc.close()
    },
  }
}

/** Mines a block in every interval in which transactions are pending, unless it is held. */
function startMiner(node: ReturnType<typeof nodeRpc>, blockMs: number) {
  let held = false
  let mining: Promise<void> | null = null
  const mineWhenPending = async () => {
    try {
      if (Number((await node.call<{ pending: string }>('txpool_status')).pending) > 0 && !held) await node.call('evm_mine')
    } catch {
      // The node is about to stop.
    }
  }
  const timer = setInterval(() => {
    if (!held) mining ??= mineWhenPending().finally(() => (mining = null))
  }, blockMs)
  return {
    hold: () => void (held = true),
    go: () => void (held = false),
    async whileHeld(task: () => Promise<void>): Promise<void> {
      const before = held
      held = true
      await mining
      await task()
      held = before
    },
    stop: () => clearInterval(timer),
  }
}

/** Base and SKALE as real local chains with real USDC. */
export async function openTestWorld({ blockMs = 100 }: { blockMs?: number } = {}): Promise<TestWorld> {
  const directory = temporaryDirectory()
  const network = (slug: string) => sandboxNetworks.find((one) => one.slug === slug)!
  const [base, skale] = await Promise.all([
    startChain(network('base'), directory.path, blockMs),
    startChain(network('skale'), directory.path, blockMs),
  ])
  const ledgers: Ledger[] = []
  return {
    base,
    skale,
    payTo: newWallet().address.toLowerCase() as Hex,
    async ledger() {
      const path = join(directory.path, `ledger-${ledgers.length}`)
      const store = await fileStore(path)
      const ledger = createLedger({ store, answerFiles: createAnswerFiles(join(path, 'answers')) })
      ledgers.push(ledger)
      return ledger
    },
    async close() {
      base.stop()
      skale.stop()
      await Promise.all(ledgers.map((ledger) => ledger.close().catch(() => {})))
      directory[Symbol.dispose]()
    },
  }
}
