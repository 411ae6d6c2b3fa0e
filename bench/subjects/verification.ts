import { randomBytes } from 'node:crypto'
import { recoverTypedDataAddress } from 'viem'
import { verifyTypedData } from 'viem/utils'
import { networks } from '../../src/chain/networks.ts'
import { signedByPayer } from '../../src/chain/recover.ts'
import type { Authorization } from '../../src/chain/chain.ts'
import { toHex } from '../../src/shared/bytes.ts'
import { createPayers } from '../harness/payers.ts'
import { spreadOf } from '../harness/statistics.ts'
import { atLeast, figure, type Subject } from '../harness/subject.ts'

const sizes = {
  full: { rounds: 9, fast: 20_000, slow: 700 },
  quick: { rounds: 3, fast: 8_000, slow: 300 },
  smoke: { rounds: 1, fast: 50, slow: 10 },
}
const network = networks[0]!

/** In this process: the signature check alone. */
export const verification: Subject = {
  name: 'verification',
  title: 'Checking the signature of an authorization',
  async run(effort) {
    const { rounds, fast, slow } = sizes[effort]
    const authorizations = createPayers(20).flatMap((payer) =>
      Array.from({ length: 50 }, () =>
        payer.sign(network, {
          to: network.asset,
          value: 7_500n,
          validAfter: 0n,
          validBefore: 2_000_000_000n,
          nonce: toHex(randomBytes(32)),
        }),
      ),
    )
    const ways = [
      { name: 'farthing', count: fast, check: (one: Authorization) => signedByPayer(network, one) },
      { name: 'viem verifyTypedData', count: slow, check: byVerify },
      { name: 'viem recoverTypedDataAddress', count: slow, check: byRecover },
    ]
    const micros = ways.map((): number[] => [])
    for (let round = 0; round <= rounds; round++) {
      for (const [way, { count, check }] of ways.entries()) {
        const started = process.cpuUsage()
        for (let index = 0; index < count; index++) {
          if (!(await check(authorizations[index % authorizations.length]!))) throw new Error('a good signature was refused')
        }
        const { user, system } = process.cpuUsage(started)
        if (round > 0) micros[way]!.push((user + system) / count)
      }
    }
    const spreads = micros.map(spreadOf)
    const [own, ...others] = spreads
    return {
      rows: ways.map(({ name }, way) => {
        const { median, min, max } = spreads[way]!
        return {
          'checked by': name,
          'CPU µs': figure(median),
          'min to max': `${figure(min)} to ${figure(max)}`,
          'per CPU second': Math.round(1e6 / median),
          'farthing = 1': figure(median / own!.median),
        }
      }),
      targets: [atLeast("checks per CPU second, in viem's", Math.min(...others.map(({ median }) => median)) / own!.median, 20)],
      notes: ['The same authorizations for all, hex in, yes or no out.'],
    }
  },
}

function typedData({ from, to, value, validAfter, validBefore, nonce }: Authorization) {
  return {
    domain: { ...network.domain, chainId: network.chainId, verifyingContract: network.asset },
    types,
    primaryType: 'TransferWithAuthorization' as const,
    message: { from, to, value, validAfter, validBefore, nonce },
  }
}

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

function byVerify(one: Authorization): Promise<boolean> {
  return verifyTypedData({ ...typedData(one), address: one.from, signature: one.signature })
}

async function byRecover(one: Authorization): Promise<boolean> {
  return (await recoverTypedDataAddress({ ...typedData(one), signature: one.signature })) === one.from
}
