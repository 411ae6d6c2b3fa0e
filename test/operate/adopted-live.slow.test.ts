import { join } from 'node:path'
import { keccak256, stringToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import { backupCommand } from '../../src/commands/backup.ts'
import { restoreCommand } from '../../src/commands/restore.ts'
import { buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import type { Service } from '../../src/service/start-service.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { callWith, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { engines, openLedgerPlaces, type LedgerPlaces, type Place } from './both-engines.ts'
import { runOperator, type OperatorCommand } from './run-operator.ts'

const usdcOnBase = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const price = 150_000n
const payTo = '0x00000000000000000000000000000000000a11ce'

describe.each(engines)('a live ledger on %s that was restored from an older backup', (engine) => {
  let places: LedgerPlaces
  let world: World
  let service: Service | undefined
  let settings: Place
  beforeAll(async () => {
    places = await openLedgerPlaces(engine)
    world = await temporaryWorld({ networks: ['eip155:8453'], blockMs: 50 })
    settings = {
      ...(await places.make()),
      MODE: 'live',
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: payTo,
      SIGNER_KEY: world.signerKeys[0]!,
      RPC_URL_BASE: world.networks[0]!.rpcUrl,
      GAS_COIN_CEILINGS: 'ETH=0.01',
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
      INDEX_POOLS: 'none',
    }
  })
  afterAll(async () => {
    if (service) await closeService(service)
    await world?.close()
    await places?.close()
  })

  async function wallet(): Promise<Account> {
    const account = privateKeyToAccount(generatePrivateKey())
    await world.fund(account.address, '5')
    return account
  }
  const earned = () => usdcOf(service!.parts.chains.get('eip155:8453')!, payTo)
  const sign = async (account: Account) => signPayment(await termsOf(service!.url, usdcOnBase), account)
  const call = (payment: string) => callWith(service!.url + usdcOnBase, payment)

  async function run(command: OperatorCommand, ...args: string[]): Promise<void> {
    const { code, err } = await runOperator(command, settings, ...args)
    expect(code, err).toBe(0)
  }

  /** The transaction that moved the money of a wallet last. */
  async function transactionOf(payer: Account): Promise<Hex> {
    const { rpc, network } = service!.parts.chains.get('eip155:8453')!
    const transferred = keccak256(stringToBytes('Transfer(address,address,uint256)'))
    const topics = [transferred, [`0x${payer.address.slice(2).toLowerCase().padStart(64, '0')}`]]
    const logs = await rpc.call<{ transactionHash: Hex }[]>('eth_getLogs', [
      { address: network.asset, fromBlock: '0x0', toBlock: 'latest', topics },
    ])
    return logs.at(-1)!.transactionHash
  }

  test('serves its payers again for the same signed payment, without a charge: at once where they called before, else with a proof', async () => {
    service = await startInProcess({ env: settings, sandbox: null })
    const [regular, newcomer] = [await wallet(), await wallet()]
    expect((await call(await sign(regular))).status).toBe(200)
    const backups = join(places.root, 'backups')
    await run(backupCommand, '--to', backups)
    // What the backup does not know.
    const [ofRegular, ofNewcomer] = [await sign(regular), await sign(newcomer)]
    for (const payment of [ofRegular, ofNewcomer]) expect((await call(payment)).status).toBe(200)
    expect(await earned()).toBe(3n * price)
    await closeService(service)
    settings = { ...settings, ...(await places.make()) }
    await run(restoreCommand, backups)
    service = await startInProcess({ env: settings, sandbox: null })

    const again = await call(ofRegular)
    expect(again.status, await again.clone().text()).toBe(200)
    // The signature is public now, and nothing says from where this wallet calls.
    const unproven = await call(ofNewcomer)
    expect(unproven.status).toBe(409)
    expect(await unproven.json()).toMatchObject({ code: 'credit_not_yours', fix: expect.stringMatching(/with a proof of its payer/) })

    const unpaid = await fetch(service.url + usdcOnBase)
    const [challenge] = parsePaymentChallenges(unpaid.headers.get('www-authenticate')!)
    const hash = await transactionOf(newcomer)
    const proof = { type: 'hash', hash, from: newcomer.address } as const
    const present = (signature: Hex | null) =>
      fetch(service!.url + usdcOnBase, { headers: { Authorization: buildMppCredential(challenge!, { ...proof, signature }, 8453) } })
    expect((await present(await regular.signMessage({ message: `${challenge!.id}:${hash}` }))).status).toBe(402)
    const proven = await present(await newcomer.signMessage({ message: `${challenge!.id}:${hash}` }))
    expect(proven.status, await proven.clone().text()).toBe(200)
    expect(await earned()).toBe(3n * price)
  })
})
