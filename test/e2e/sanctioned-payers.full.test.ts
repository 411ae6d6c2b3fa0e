import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { mappingSlot } from '../../sandbox/chains/storage-slot.ts'
import { sanctionedWallets } from '../../sandbox/chains/canonical-contracts.ts'
import { placeContract } from '../../sandbox/tests/place-contract.ts'
import { pay, priceOfBitcoin, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'

const oracleOnBase = '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ ownSandbox: youngChains, env: { REFUSE_SANCTIONED_PAYERS: 'yes' } })
  await untilDataIsLoaded(service)
})
afterAll(() => service?.close())

const base = () => service.sandbox.world.networks.find((one) => one.id === 'eip155:8453')!.rpcUrl

async function expectSanctioned(account: Account, by: string): Promise<void> {
  const [before, claims] = [await usdcOf(service.chain(), account.address), service.claims()]
  const response = await pay(service.url, account, { path: priceOfBitcoin })
  expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
  const problem = (await response.json()) as Record<string, unknown>
  expect(problem).toMatchObject({ code: 'payer_sanctioned', status: 403, type: 'urn:farthing:problem:payer_sanctioned', retryable: false })
  expect(problem['detail']).toContain(by)
  expect([await usdcOf(service.chain(), account.address), service.claims()]).toEqual([before, claims])
}

test('a payer on the list is refused before the claim and keeps its money; the payer beside it is answered', async () => {
  const honest = await service.wallet('1')
  // The listed address gets a contract wallet, which accepts the signatures of a key that the test has.
  const listed = sanctionedWallets[0]!
  await placeContract(base(), 'owned-wallet', { owner: honest.address, at: listed })
  await service.sandbox.world.fund(listed, '1')
  await expectSanctioned({ ...honest, address: listed }, 'the sanctions list ofac')
  expect((await pay(service.url, honest, { path: priceOfBitcoin })).status).toBe(200)
})

test('a payer whom only the oracle names is refused too', async () => {
  const account = await service.wallet('1')
  await nodeRpc(base()).call('anvil_setStorageAt', oracleOnBase, mappingSlot(account.address, 0), `0x${'1'.padStart(64, '0')}`)
  await expectSanctioned(account, 'the sanctions oracle on Base')
})
