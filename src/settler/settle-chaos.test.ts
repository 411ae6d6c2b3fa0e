import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareOf } from '../../test/support/runs.ts'
import type { Chain } from '../chain/chain.ts'
import { RpcUnreachable } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { keptLog, PowerLoss, startMachine, until } from './machine.fixture.ts'
import { price, sell } from './sale.fixture.ts'
import { newWallet, openTestWorld } from './test-world.fixture.ts'
import type { TestWorld } from './test-world.fixture.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ blockMs: 50 })
})
afterAll(() => world.close())

/** Small and seeded (mulberry32), so that a failing run can be told apart from another. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A node that now and then does not answer, also after it has done what it was asked. */
function flaky(chain: Chain, random: () => number): Chain {
  return new Proxy(chain, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function' || name === 'transferCall') return member
      return async (...values: unknown[]) => {
        const luck = random()
        if (luck < 0.05) throw new RpcUnreachable('no answer')
        const result = await (member as (...all: unknown[]) => Promise<unknown>).apply(target, values)
        if (luck < 0.1) throw new RpcUnreachable('answer lost')
        return result
      }
    },
  })
}

async function lives(chain: TestWorld['base'], ledger: Ledger, seed: number): Promise<void> {
  const random = seeded(seed)
  const payers = Array.from({ length: 10 }, newWallet)
  const signers = [newWallet(), newWallet()]
  await chain.fund(
    payers.map((payer) => payer.address),
    1_000_000n,
  )
  await chain.fund(
    signers.map((signer) => signer.address),
    0n,
  )
  const payTo = newWallet().address
  const ids: string[] = []
  for (let life = 0; life < 6; life++) {
    let left = 1 + Math.floor(random() * 12)
    const machine = startMachine({
      ledger,
      chains: [flaky(chain.chain, random)],
      signers,
      instance: `${seed}-${life}`,
      policy: { recoverMs: 500, batchSize: 4, reconcileMs: 50 },
      failPoint() {
        left -= 1
        if (left > 0) return
        machine.stop()
        throw new PowerLoss()
      },
    })
    void machine.settler.recover().then(() => machine.settler.start())
    for (let sale = 0; sale < 10; sale++) {
      const payment = await sell(ledger, chain, payTo, { payer: payers[sale]!, instance: `${seed}-${life}` })
      ids.push(payment.id)
      if (random() < 0.9) void machine.settler.settle(payment, 1_000)
    }
    // Where a block is final when it stands there is nothing to reorganise.
    if (chain.chain.network.finality.kind === 'tag' && random() < 0.4) await chain.reorganise()
    await new Promise((resolve) => setTimeout(resolve, random() * 400))
    machine.stop()
  }
  const { log, said } = keptLog()
  const last = startMachine({ ledger, chains: [chain.chain], signers, instance: `${seed}-last`, log })
  await last.settler.recover()
  last.settler.start()
  const rows = async () => (await Promise.all(ids.map((id) => ledger.find(id)))).map((payment) => payment!)
  // Final, since a block that holds a settlement may be gone without anybody having noticed yet.
  const ended = until('all settled for good', async () => {
    await chain.mine()
    return (await rows()).every(({ state, final }) => state === 'settled' && final)
  })
  await ended.catch(async (error: unknown) => {
    const open = (await rows()).filter(({ final }) => !final).map(({ id, state, reason }) => `${id} ${state} ${reason}`)
    throw new Error(`seed ${seed}: ${open.join(', ')}; ${said.join('; ')}`, { cause: error })
  })
  expect(await chain.balance(payTo)).toBe(BigInt(ids.length) * price)
  await last.settler.drain(1_000)
}

describe('power losses, lost answers and reorganisations together', () => {
  test.each(shareOf([1, 2, 3], 0, 3))('charge every payment once (seed %i)', async (seed) => {
    await lives(world.base, await world.ledger(), seed)
  })

  test('without Multicall3 as well', async () => {
    await lives(world.skale, await world.ledger(), 4)
  })
})
