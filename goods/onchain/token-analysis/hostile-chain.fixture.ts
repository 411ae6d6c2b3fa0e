import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { sandboxNetworks } from '../../../sandbox/networks.ts'
import { startChains } from '../../../sandbox/chains/start-chains.ts'
import type { RunningChain } from '../../../sandbox/chains/start-chains.ts'
import { openTestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { connectChain } from '../../../src/chain/connect/connect-chain.ts'
import { createRpc } from '../../../src/chain/rpc/create-rpc.ts'
import type { ClosableRpc } from '../../../src/chain/rpc/create-rpc.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { proxySlots } from '../contracts/proxy-patterns.ts'
import { tokenAnalysis } from './token-analysis.ts'
import { dexscreener } from '../../market/sources/dexscreener.ts'
import { tokenPools } from '../../market/sources/token-pools.ts'
import { createTokenReports } from './token-reports.ts'
import { tokenAnswer } from './token-answer.ts'
import { ourselves } from '../../../src/shared/caller.ts'

const shared = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
const giving = parseAbi(['function give(address to, uint256 value)'])

/** The addresses of the contracts of hostile-tokens.sol. */
export const at = {
  hostile: '0x00000000000000000000000000000000000000b1',
  beaconImplementation: '0x00000000000000000000000000000000000000b2',
  beacon: '0x00000000000000000000000000000000000000b3',
  beaconProxy: '0x00000000000000000000000000000000000000b4',
  oldToken: '0x00000000000000000000000000000000000000b5',
  garbage: '0x00000000000000000000000000000000000000b6',
  endless: '0x00000000000000000000000000000000000000b7',
  decoy: '0x00000000000000000000000000000000000000b8',
  delegated: '0x00000000000000000000000000000000000000b9',
  clone: '0x00000000000000000000000000000000000000c0',
  hollow: '0x00000000000000000000000000000000000000c1',
  cooldown: '0x00000000000000000000000000000000000000c2',
  frozen: '0x00000000000000000000000000000000000000c3',
  grudge: '0x00000000000000000000000000000000000000c4',
  silent: '0x00000000000000000000000000000000000000c5',
  halfTold: '0x00000000000000000000000000000000000000c6',
  plain: '0x00000000000000000000000000000000000000ee',
  admin: '0x00000000000000000000000000000000000000c7',
} as const
export const clones = [1, 2, 3, 4, 5].map((index): Hex => `0x00000000000000000000000000000000000000d${index}`)

/** Base and SKALE with tokens that lie, and stand-ins of the sources. For tests. */
export async function openHostileChain() {
  const world = await openTestSources()
  const pools = tokenPools({ dexscreener: world.sources.declare(dexscreener, {}) })
  const directory = await mkdtemp(join(tmpdir(), 'farthing-token-analysis-'))
  const networks = sandboxNetworks.filter(({ slug }) => slug === 'base' || slug === 'skale')
  const running = await startChains({ directory, log: silentLog, networks })
  const rpcs = running.chains.map(({ rpcUrl }) => createRpc({ ...shared, urls: [rpcUrl] }))
  const connected = await Promise.all(
    networks.map((network, index) => connectChain({ ...shared, network, rpc: rpcs[index] as ClosableRpc })),
  )
  const base = running.chains[0] as RunningChain
  const [chain, skale] = connected as [Chain, Chain]
  await placeTokens(base, chain.network.asset)
  await giveOut(base)

  function contextWith(one: Chain): OfferContext {
    return {
      sources: world.sources,
      chains: new Map([[one.network.id, one]]),
      clock: systemClock,
      caller: ourselves,
      takeFreeUnit: async () => true,
      signal: new AbortController().signal,
      log: silentLog,
      catalog: { offers: [] },
      publicUrl: 'https://shop.example',
    }
  }

  return {
    chain,
    skale,
    rpcUrl: base.rpcUrl,
    contextWith,
    /** Each time with an empty cache. */
    async analyse(address: string, network?: string, context = contextWith(chain)) {
      const offer = tokenAnalysis(createTokenReports({ timers: systemTimers, sources: { tokenPools: pools } }), {
        simulated: true,
        tokenPools: pools,
      })
      const input = { path: offer.path.parse({ address }), query: offer.query.parse({ chain: network }), body: {} }
      const outcome = (await offer.run(input, context)) as { body: unknown; charge: boolean }
      return { ...outcome, body: tokenAnswer.parse(JSON.parse(JSON.stringify(outcome.body))) }
    },
    async close() {
      await Promise.all(rpcs.map((rpc) => rpc.close()))
      await running.close()
      await world.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type HostileChain = Awaited<ReturnType<typeof openHostileChain>>

export const codes = (body: { flags: readonly { code: string }[] }) => body.flags.map(({ code }) => code)

function minimalProxy(implementation: Hex): Hex {
  return `0x363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`
}

async function placeTokens(base: RunningChain, usdc: Hex): Promise<void> {
  const code = compile()
  await base.rpc.batch([
    ...Object.entries({
      [at.hostile]: code('HostileToken'),
      [at.decoy]: code('HostileToken'),
      [at.beaconImplementation]: code('Bytes32Token'),
      [at.oldToken]: code('Bytes32Token'),
      [at.beacon]: code('Beacon'),
      [at.beaconProxy]: code('BeaconProxy'),
      [at.garbage]: code('GarbageToken'),
      [at.endless]: code('EndlessToken'),
      [at.delegated]: `0xef0100${at.hostile.slice(2)}`,
      [at.clone]: minimalProxy(at.hostile),
      [at.hollow]: minimalProxy(at.plain),
      [at.cooldown]: code('CooldownToken'),
      [at.frozen]: code('FrozenToken'),
      [at.grudge]: code('GrudgeToken'),
      [at.silent]: code('SilentToken'),
      [at.halfTold]: code('HalfToldToken'),
      [at.admin]: code('Administrator'),
      ...Object.fromEntries(clones.map((address, index) => [address, minimalProxy(clones[index + 1] ?? at.hostile)])),
    }).map(([address, runtime]) => ['anvil_setCode', address, runtime] as const),
    ['anvil_setStorageAt', at.beaconProxy, proxySlots.beacon, `0x${at.beacon.slice(2).padStart(64, '0')}`],
    ['anvil_setStorageAt', at.beaconProxy, proxySlots.admin, `0x${at.admin.slice(2).padStart(64, '0')}`],
    ['anvil_setStorageAt', at.decoy, proxySlots.implementation, `0x${usdc.slice(2).padStart(64, '0')}`],
  ])
}

/** Gives each distributable token five holders, the first with the largest balance. */
async function giveOut(base: RunningChain): Promise<void> {
  const from = '0x00000000000000000000000000000000000000aa'
  await base.rpc.batch([
    ['anvil_impersonateAccount', from],
    ['anvil_setBalance', from, '0xde0b6b3a7640000'],
  ])
  let nonce = 0
  for (const to of [at.cooldown, at.frozen, at.grudge, at.silent, at.halfTold]) {
    for (const [index, share] of [6_000n, 1_000n, 1_000n, 1_000n, 1_000n].entries()) {
      const holder = `0x${'e'.repeat(39)}${index}` as const
      const data = encodeFunctionData({ abi: giving, args: [holder, share * 10n ** 18n] })
      const gas = { gas: '0x30d40', gasPrice: '0x77359400', nonce: numberToHex(nonce++) }
      await base.rpc.call('eth_sendTransaction', { from, to, data, ...gas })
    }
  }
  await base.rpc.call('evm_mine')
  await base.rpc.call('evm_mine')
}

function compile(): (contract: string) => string {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('./hostile-tokens.sol', import.meta.url), 'utf8')
  const settings = { evmVersion: 'paris', outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } }
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources: { 'hostile-tokens.sol': { content } }, settings })),
  ) as {
    errors?: unknown
    contracts?: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
  }
  if (!output.contracts) throw new Error(JSON.stringify(output.errors))
  const { contracts } = output
  return (contract) => `0x${contracts['hostile-tokens.sol']?.[contract]?.evm.deployedBytecode.object}`
}
