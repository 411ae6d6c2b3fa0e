import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'
import { signAuthorization } from '../../sandbox/tests/sign-authorization.ts'
import { startWorld, type World, type WorldNetwork } from '../../sandbox/world.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import type { Hex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import type { Authorization, Chain, Network, NetworkId, Rpc } from './chain.ts'
import { connectChain } from './connect/connect-chain.ts'
import { findNetwork } from './networks.ts'
import { type ClosableRpc, createRpc } from './rpc/create-rpc.ts'

export const base: NetworkId = 'eip155:8453'
export const skale: NetworkId = 'eip155:1187947933'
/** An account without any funds. */
export const nobody: Hex = '0x00000000000000000000000000000000000000aa'

export function declared(id: NetworkId): Network {
  return findNetwork(id) as Network
}

/** A node in front of another one that answers some calls itself. Where `answer` returns undefined, the call is passed on. */
export function standIn(rpc: Rpc, answer: (method: string, params: readonly unknown[]) => unknown): Rpc {
  return {
    async call<T>(method: string, params: readonly unknown[]): Promise<T> {
      const own = await answer(method, params)
      return own === undefined ? rpc.call<T>(method, params) : (own as T)
    },
  }
}

export function connect(network: Network, rpc: Rpc): Promise<Chain> {
  return connectChain({ network, rpc, clock: systemClock, timers: systemTimers, log: silentLog })
}

/** Two local chains with USDC, one with Multicall3 and one without, for the tests of the file that calls this. */
export function localChains() {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-chain-'))
  const rpcs: ClosableRpc[] = []
  const chains = new Map<NetworkId, Chain>()
  let world: World

  beforeAll(async () => {
    world = await startWorld({ directory, blockMs: 100, log: silentLog, networks: [base, skale] })
    for (const id of [base, skale]) chains.set(id, await connect(declared(id), rpcTo(id)))
  })
  afterAll(async () => {
    for (const rpc of rpcs) await rpc.close()
    await world?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  function local(id: NetworkId): WorldNetwork {
    return world.networks.find((network) => network.id === id) as WorldNetwork
  }
  function chain(id: NetworkId): Chain {
    return chains.get(id) as Chain
  }
  function rpcTo(id: NetworkId): ClosableRpc {
    const rpc = createRpc({ urls: [local(id).rpcUrl], timers: systemTimers, clock: systemClock, log: silentLog, metrics: silentMetrics })
    rpcs.push(rpc)
    return rpc
  }

  async function fundedKey(usdc = '1'): Promise<Hex> {
    const key = generatePrivateKey()
    await world.fund(privateKeyToAccount(key).address, usdc)
    return key
  }

  /** Signed by viem, for 0.0075 USDC to the world's payTo unless `wish` says otherwise. */
  function authorize(id: NetworkId, privateKey: Hex, wish: Partial<Parameters<typeof signAuthorization>[0]> = {}): Promise<Authorization> {
    return signAuthorization({ privateKey, network: local(id), to: world.payTo, value: 7500n, ...wish })
  }

  /** A transaction of the world's signer, or of another key. */
  async function signed(id: NetworkId, call: { to: Hex; data: Hex }, options: { nonce?: number; key?: Hex } = {}): Promise<Hex> {
    const account = privateKeyToAccount(options.key ?? (world.signerKeys[0] as Hex))
    const nonce = options.nonce ?? (await chain(id).accountNonce(account.address, 'pending'))
    return account.signTransaction({
      type: 'legacy',
      chainId: local(id).chainId,
      ...call,
      nonce,
      gas: 2_000_000n,
      gasPrice: 2_000_000_000n,
    })
  }

  /** Sends it and returns its hash once it is in a block. */
  async function mined(id: NetworkId, raw: Hex): Promise<Hex> {
    const result = await chain(id).send(raw)
    if (result !== 'accepted') throw new Error(`the node says ${result}`)
    const hash = keccak256(raw)
    for (let waited = 0; waited < 200; waited++) {
      if (await chain(id).receipt(hash)) return hash
      await sleep(50)
    }
    throw new Error('not mined')
  }

  return { world: () => world, local, chain, rpcTo, fundedKey, authorize, signed, mined }
}
