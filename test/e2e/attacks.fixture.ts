import { afterAll, beforeAll } from 'vitest'
import { systemRandom } from '../../src/ops/system.ts'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { probeBeside, type ProbeOrder } from '../probe/probe.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import {
  decodePayment,
  encodePayment,
  priceOfBitcoin,
  signPayment,
  termsOf,
  usdcOf,
  type Account,
  type SignOptions,
} from '../signed-payments.ts'

/** The path that most attacks buy, and another one at the same price. */
export const path = priceOfBitcoin
const otherPath = '/v1/market/price/ETH'
/** A path above the price of the first call free, so that a new wallet is charged. */
export const expensivePath = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** A service with a trusted proxy before it, so that attackers can come from several addresses, and a wallet that pays. */
export interface AttackedService {
  readonly service: TestService
  readonly account: Account
  /** The address of `path`, and of `otherPath`. */
  url(): string
  otherUrl(): string
  /** A payment for `path`, unless the options name another one. */
  signed(options?: SignOptions & { readonly path?: string }, payer?: Account): Promise<string>
  /** A payment with something changed after it was signed. */
  changed(change: (payment: Record<string, any>) => void, options?: SignOptions): Promise<string>
  /** Base units of USDC that the service was paid so far. */
  earned(network?: NetworkId): Promise<bigint>
}

/** Headers of a client with this address. */
export const from = (address: string) => ({ 'X-Forwarded-For': address })

export const newNonce = (): Hex => toHex(systemRandom.bytes(32))

/**
 * Starts the service before the tests of a file, and ends it after them. A probe measures it from another process meanwhile.
 * @param suite names the figures of the probe
 */
export function attackedService(
  suite: string,
  probePays: ProbeOrder['pays'] = 'each time',
  env: Readonly<Record<string, string>> = {},
): AttackedService {
  let service: TestService
  let account: Account
  beforeAll(async () => {
    service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1', ...env } })
    account = await service.payingWallet('50')
  })
  afterAll(() => service?.close())
  probeBeside(suite, () => service, probePays)

  const signed: AttackedService['signed'] = async (options = {}, payer = account) =>
    signPayment(await termsOf(service.url, options.path ?? path), payer, options)

  return {
    get service() {
      return service
    },
    get account() {
      return account
    },
    url: () => service.url + path,
    otherUrl: () => service.url + otherPath,
    signed,
    async changed(change, options) {
      const payment = decodePayment(await signed(options))
      change(payment)
      return encodePayment(payment)
    },
    earned: (network) => usdcOf(service.chain(network), service.sandbox.payTo),
  }
}
