import { expect, test } from 'vitest'
import { RpcUnreachable, type Chain, type NetworkId } from '../chain/chain.ts'
import { networks } from '../chain/networks.ts'
import { ConfigError } from '../config/config.ts'
import type { Hex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import type { Screening } from '../../goods/screening/sanctions/screening.ts'
import { openPayerScreening } from './screen-payers.ts'

const payer: Hex = `0x${'aa'.repeat(20)}`
const yes = `0x${'1'.padStart(64, '0')}`
const no = `0x${'0'.repeat(64)}`
const skale = networks.find(({ slug }) => slug === 'skale')!
const base = networks.find(({ slug }) => slug === 'base')!

function openScreening(connected = [base]) {
  const world = {
    at: 1_000,
    screening: { verdict: 'clear', matches: [] } as unknown as Screening,
    standing: 'available' as 'available' | 'down' | 'disabled',
    blacklisted: no,
    named: no,
    asked: [] as NetworkId[],
    reachable: true,
  }
  const chains = new Map(
    connected.map((network) => {
      const call = async (_method: string, [{ to }]: [{ to: Hex }]) => {
        if (!world.reachable) throw new RpcUnreachable('down')
        if (to === network.asset) return world.blacklisted
        world.asked.push(network.id)
        return world.named
      }
      return [network.id, { network, rpc: { call } } as unknown as Chain]
    }),
  )
  const sanctions = { screen: async () => world.screening, standing: () => world.standing }
  const open = () =>
    openPayerScreening(
      { refuseSanctionedPayers: 'yes' },
      { sources: { sanctions }, chains, clock: { now: () => world.at }, log: silentLog },
    )!
  return { world, open }
}

test('a payer is sanctioned where a list, the issuer or the oracle names it, and the answer says which', async () => {
  const { world, open } = openScreening()
  expect(await open()(payer, base.id)).toEqual({ verdict: 'clear' })
  world.screening = { verdict: 'match', matches: [{ strength: 'match', list: 'ofac' }] } as unknown as Screening
  expect(await open()(payer, base.id)).toEqual({ verdict: 'sanctioned', by: 'the sanctions list ofac' })
  world.blacklisted = yes
  expect(await open()(payer, base.id)).toMatchObject({ by: 'the sanctions list ofac and the issuer of USDC on Base' })
  world.screening = { verdict: 'clear', matches: [] } as unknown as Screening
  world.blacklisted = no
  world.named = yes
  expect(await open()(payer, base.id)).toEqual({ verdict: 'sanctioned', by: 'the sanctions oracle on Base' })
})

test('a payer passes only when the lists are fresh and the chain has answered', async () => {
  const { world, open } = openScreening()
  world.screening = { verdict: 'inconclusive', matches: [] } as unknown as Screening
  expect(await open()(payer, base.id)).toEqual({ verdict: 'unknown' })
  world.screening = { verdict: 'clear', matches: [] } as unknown as Screening
  world.reachable = false
  expect(await open()(payer, base.id)).toEqual({ verdict: 'unknown' })
})

test('where the network has no oracle, that of another network is asked; without any, nobody passes', async () => {
  const both = openScreening([skale, base])
  expect(await both.open()(payer, skale.id)).toEqual({ verdict: 'clear' })
  expect(both.world.asked).toEqual([base.id])
  expect(await openScreening([skale]).open()(payer, skale.id)).toEqual({ verdict: 'unknown' })
})

test('what the chain said is kept for ten minutes', async () => {
  const { world, open } = openScreening()
  const screen = open()
  for (let call = 0; call < 3; call++) await screen(payer, base.id)
  expect(world.asked).toHaveLength(1)
  world.named = yes
  world.at += 600_000
  expect(await screen(payer, base.id)).toMatchObject({ verdict: 'sanctioned' })
})

test('a list that is switched off keeps the service from starting', () => {
  const { world, open } = openScreening()
  world.standing = 'disabled'
  expect(open).toThrow(ConfigError)
})
