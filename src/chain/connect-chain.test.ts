import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { delegateAccount, placeContract, placeWallet } from '../../sandbox/tests/place-contract.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { type Hex, toHex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { selectors } from './abi.ts'
import { RpcRejected, RpcUnreachable } from './chain.ts'
import { authorizationDigest } from './eip3009.ts'
import { base, connect, declared, localChains, nobody, skale, standIn } from './local-chain.fixture.ts'
import { createRpc } from './rpc/create-rpc.ts'
import { NetworkRefused } from './token-check.ts'

const { world, local, chain, rpcTo, fundedKey, authorize, signed, mined } = localChains()

describe('connecting', () => {
  test('accepts the declared domains, and finds Multicall3 where it exists', () => {
    expect(chain(base)).toMatchObject({ network: declared(base), multicall: true })
    expect(chain(skale)).toMatchObject({ network: declared(skale), multicall: false })
  })

  test('is refused by a node of another chain', async () => {
    const refused = connect(declared('eip155:1'), rpcTo(base))
    await expect(refused).rejects.toBeInstanceOf(NetworkRefused)
    await expect(refused).rejects.toMatchObject({ reason: 'wrong_chain' })
  })

  test('is refused where there is no token', async () => {
    await expect(connect({ ...declared(base), asset: nobody }, rpcTo(base))).rejects.toMatchObject({
      name: 'NetworkRefused',
      reason: 'no_token',
    })
  })

  test('uses the name and version of the token itself when those match its domain and the declared ones do not', async () => {
    const connected = await connect({ ...declared(base), domain: { name: 'USDC', version: '1' } }, rpcTo(base))
    expect(connected.network.domain).toEqual({ name: 'USD Coin', version: '2' })
  })

  const contradicting: [string, Hex, Hex][] = [
    ['wrong_domain', selectors.domainSeparator, `0x${'ab'.repeat(32)}`],
    ['wrong_decimals', selectors.decimals, `0x${'12'.padStart(64, '0')}`],
  ]
  test.each(contradicting)('is refused with %s when the token contradicts', async (reason, selector, answer) => {
    const rpc = standIn(rpcTo(base), (method, [call]) =>
      method === 'eth_call' && (call as { data: Hex }).data === selector ? answer : undefined,
    )
    await expect(connect(declared(base), rpc)).rejects.toMatchObject({ name: 'NetworkRefused', reason })
  })

  test.each([selectors.domainSeparator, selectors.decimals, selectors.name, selectors.version])(
    'is no verdict when the node answers %s with text that is no hex',
    async (selector) => {
      const junk = `0x${'-'.repeat(200)}`
      const rpc = standIn(rpcTo(base), (method, [call]) =>
        method === 'eth_call' && (call as { data: Hex }).data === selector ? junk : undefined,
      )
      await expect(connect(declared(base), rpc)).rejects.toBeInstanceOf(RpcUnreachable)
    },
  )

  describe('of a network that a file declares', () => {
    const fromFile = { ...declared(base), file: 'my-chain.json' }
    const refusing = (selector: Hex, answer: unknown) =>
      standIn(rpcTo(base), (method, [call]) => {
        if (method !== 'eth_call' || !(call as { data: Hex }).data.startsWith(selector)) return undefined
        if (answer === null) throw new RpcRejected(3, 'execution reverted')
        return answer
      })

    test('accepts a file that is right', async () => {
      expect((await connect(fromFile, rpcTo(base))).network).toEqual(fromFile)
    })

    test('is refused with the right domain where the file has a wrong one, since payers sign for what a file says', async () => {
      const refused = connect({ ...fromFile, domain: { name: 'USDC', version: '2' } }, rpcTo(base))
      await expect(refused).rejects.toMatchObject({ name: 'NetworkRefused', reason: 'wrong_domain' })
      await expect(refused).rejects.toThrow(
        'Base is not offered: the signing domain in my-chain.json is USDC / 2, and that of the token is another: write "domain": {"name":"USD Coin","version":"2"}',
      )
    })

    test('is refused where the token does not speak EIP-3009', async () => {
      await expect(connect(fromFile, refusing(selectors.authorizationState, null))).rejects.toMatchObject({ reason: 'no_eip3009' })
    })

    test('is refused where the blocks have no base fee, unless it says so', async () => {
      const fromSkale = { ...declared(skale), file: 'my-chain.json' }
      await expect(connect({ ...fromSkale, transactions: 'eip1559' }, rpcTo(skale))).rejects.toThrow(
        'its blocks have no base fee: write "transactions": "legacy" in my-chain.json',
      )
      expect((await connect(fromSkale, rpcTo(skale))).network).toEqual(fromSkale)
    })

    test('reads the domain of a token without DOMAIN_SEPARATOR() by ERC-5267', async () => {
      const described = (chainId: number) =>
        encodeAbiParameters(parseAbiParameters('bytes1, string, string, uint256, address, bytes32, uint256[]'), [
          '0x0f',
          'USD Coin',
          '2',
          BigInt(chainId),
          declared(base).asset,
          `0x${'00'.repeat(32)}`,
          [],
        ])
      const node = (answer: Hex) =>
        standIn(refusing(selectors.domainSeparator, null), (method, [call]) =>
          method === 'eth_call' && (call as { data: Hex }).data === selectors.eip712Domain ? answer : undefined,
        )
      expect((await connect(fromFile, node(described(8453)))).network.domain).toEqual({ name: 'USD Coin', version: '2' })
      await expect(connect({ ...fromFile, domain: { name: 'USDC', version: '2' } }, node(described(8453)))).rejects.toMatchObject({
        reason: 'wrong_domain',
      })
      await expect(connect(fromFile, node(described(1)))).rejects.toMatchObject({ reason: 'no_token' })
      await expect(connect(fromFile, node(`0x${'ff'.repeat(300)}`))).rejects.toMatchObject({ reason: 'no_token' })
    })
  })

  test('throws when no node answers', async () => {
    const rpc = createRpc({
      urls: ['http://127.0.0.1:1'],
      timers: systemTimers,
      clock: systemClock,
      log: silentLog,
      metrics: silentMetrics,
    })
    await expect(connect(declared(base), rpc)).rejects.toBeInstanceOf(RpcUnreachable)
  })
})

describe("a payer's state", () => {
  test('is balance, authorization and code at one block, and `fresh` sees the newest block', async () => {
    const key = await fundedKey('2')
    const authorization = await authorize(base, key)
    const before = await chain(base).payerState(authorization.from, authorization.nonce, { fresh: true })
    expect(before).toMatchObject({ balance: 2_000_000n, authorizationUsed: false, code: '0x' })
    await mined(base, await signed(base, chain(base).transferCall([authorization])))
    const after = await chain(base).payerState(authorization.from, authorization.nonce, { fresh: true })
    expect(after).toMatchObject({ balance: 1_992_500n, authorizationUsed: true })
    expect(after.block).toBeGreaterThan(before.block)
    expect(after.timestamp).toBe((await chain(base).block(after.block))!.timestamp)
  })

  test('reads the head once for all callers at the same time, who get the same block', async () => {
    let heads = 0
    const rpc = standIn(rpcTo(base), (method, [tag]) => {
      if (method === 'eth_getBlockByNumber' && tag === 'latest') heads++
    })
    const counted = await connect(declared(base), rpc)
    heads = 0
    const states = await Promise.all(
      world()
        .payers.slice(0, 5)
        .map(({ address }) => counted.payerState(address, `0x${'00'.repeat(32)}`)),
    )
    expect(heads).toBe(1)
    expect(new Set(states.map(({ block }) => block)).size).toBe(1)
  })

  test('waits a moment for a node that does not have the block yet', async () => {
    let late = true
    const rpc = standIn(rpcTo(base), (method, [, at]) => {
      if (method !== 'eth_call' || at === 'latest' || !late) return undefined
      late = false
      throw new RpcRejected(-32000, 'header not found')
    })
    const lagging = await connect(declared(base), rpc)
    expect((await lagging.payerState(world().payer.address, `0x${'00'.repeat(32)}`)).balance).toBeGreaterThan(0n)
  })

  test('throws when the node’s answer is not valid', async () => {
    const rpc = standIn(rpcTo(base), (method, [, at]) => (method === 'eth_call' && at !== 'latest' ? '0x' : undefined))
    const broken = await connect(declared(base), rpc)
    await expect(broken.payerState(world().payer.address, `0x${'00'.repeat(32)}`)).rejects.toBeInstanceOf(RpcUnreachable)
  })
})

describe('a contract wallet', () => {
  async function digestAndSignature(key: Hex, from: Hex) {
    const authorization = await authorize(base, key, { from })
    return { digest: toHex(authorizationDigest(chain(base).network, authorization)), signature: authorization.signature }
  }

  test("accepts its owner's signature and no other", async () => {
    const [owner, stranger] = [generatePrivateKey(), generatePrivateKey()]
    const wallet = await placeWallet(local(base).rpcUrl, privateKeyToAccount(owner).address)
    const mine = await digestAndSignature(owner, wallet)
    const theirs = await digestAndSignature(stranger, wallet)
    expect(await chain(base).contractAccepts(wallet, mine.digest, mine.signature)).toBe(true)
    expect(await chain(base).contractAccepts(wallet, theirs.digest, theirs.signature)).toBe(false)
    expect(await chain(base).contractAccepts(wallet, theirs.digest, mine.signature)).toBe(false)
  })

  test('may be an account with delegated code', async () => {
    const owner = generatePrivateKey()
    const account = privateKeyToAccount(owner).address
    const implementation = await placeWallet(local(base).rpcUrl, account)
    await delegateAccount(local(base).rpcUrl, account, implementation)
    const { digest, signature } = await digestAndSignature(owner, account)
    expect((await chain(base).payerState(account, `0x${'00'.repeat(32)}`, { fresh: true })).code).toMatch(/^0xef0100/)
    // Its own storage names no owner, so the code that it points at refuses even its own key.
    expect(await chain(base).contractAccepts(account, digest, signature)).toBe(false)
  })

  test('accepts nothing when there is no contract, it answers something else, or burns all gas', async () => {
    const { digest, signature } = await digestAndSignature(generatePrivateKey(), nobody)
    const burner = await placeContract(local(base).rpcUrl, 'gas-burner')
    for (const address of [nobody, local(base).usdc, burner]) {
      expect(await chain(base).contractAccepts(address, digest, signature)).toBe(false)
    }
  })
})

test.each([
  ['an error', new RpcRejected(-32602, 'unknown block tag')],
  ['null', null],
])('where a node answers the finalized tag with %s, blocks are final by their age', async (_, answer) => {
  let head = 0x10
  const rpc = standIn(rpcTo(base), (method, [tag]) => {
    if (method === 'eth_blockNumber') return `0x${head.toString(16)}`
    if (tag !== 'finalized') return undefined
    return answer instanceof Error ? Promise.reject(answer) : answer
  })
  const untagged = await connect(declared(base), rpc)
  expect(await untagged.finalBlock()).toBe(0n)
  // Twenty minutes of blocks of two seconds.
  head = 1000
  expect(await untagged.finalBlock()).toBe(400n)
})

test('reads blocks, codes, fees and accounts as the node has them', async () => {
  const head = await chain(base).head()
  expect(await chain(base).block(head.number)).toEqual(head)
  expect(await chain(base).block(head.number + 1000n)).toBeNull()
  expect(head.baseFee).toBeGreaterThan(0n)
  expect(await chain(base).finalBlock()).toBeLessThanOrEqual(head.number)
  expect(await chain(skale).finalBlock()).toBe((await chain(skale).head()).number)
  const [token, none] = await chain(base).codes([local(base).usdc, nobody])
  expect(token?.length).toBeGreaterThan(2)
  expect(none).toBe('0x')
  expect(await chain(base).suggestFees()).toMatchObject({ kind: 'eip1559' })
  expect(await chain(skale).suggestFees()).toMatchObject({ kind: 'legacy' })
  expect((await chain(skale).head()).baseFee).toBeNull()
  expect(await chain(base).accountBalance(nobody)).toBe(0n)
  expect(await chain(base).accountNonce(nobody, 'latest')).toBe(0)
  expect(await chain(base).receipt(`0x${'ab'.repeat(32)}`)).toBeNull()
})
