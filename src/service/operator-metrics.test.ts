import { privateKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { base, localChains, nobody, skale } from '../chain/local-chain.fixture.ts'
import { createMetrics } from '../ops/metrics.ts'
import { systemClock } from '../ops/system.ts'
import type { Settler } from '../settler/settler.ts'
import { version } from '../version.ts'
import { createOperatorMetrics } from './operator-metrics.ts'

const local = localChains()

describe('figures for the operator', () => {
  const metrics = createMetrics()
  let signer: `0x${string}`
  let waitsSince: number | null = null
  let reachable = true
  let diskLooks = 0
  let ledgerState = 'ok'
  let backupAt: number | null = null
  const reachability = () =>
    ({
      get reachable() {
        return reachable
      },
    }) as unknown as NonNullable<Chain['reachability']>
  let operatorMetrics: ReturnType<typeof createOperatorMetrics>
  beforeAll(() => {
    signer = privateKeyToAddress(local.world().signerKeys[0]!)
    const silent = { ...local.chain(skale), reachability: reachability() }
    operatorMetrics = createOperatorMetrics({
      chains: new Map([
        [base, local.chain(base)],
        [skale, silent],
      ]),
      settler: { oldestSince: () => waitsSince } as unknown as Settler,
      signers: [signer, nobody],
      disk: { look: async () => void diskLooks++, isLow: () => false },
      lastBackup: () => backupAt,
      ledgerState: () => ledgerState,
      clock: systemClock,
      metrics: metrics.metrics,
    })
  })
  const figure = async (name: string) => {
    const line = (await metrics.text()).split('\n').find((one) => one.startsWith(name))
    return line === undefined ? null : Number(line.split(' ').at(-1))
  }

  test('say when the newest backup was taken', async () => {
    await operatorMetrics.refresh()
    expect(await figure('farthing_last_backup_timestamp_seconds')).toBe(0)
    backupAt = 1_795_000_000_000
    await operatorMetrics.refresh()
    expect(await figure('farthing_last_backup_timestamp_seconds')).toBe(1_795_000_000)
  })

  test('say what the gas money of each signer pays for', async () => {
    await operatorMetrics.readGasMoney()
    expect(await figure(`farthing_signer_settlements_left{network="${base}",signer="${signer}"}`)).toBeGreaterThan(1_000)
    expect(await figure(`farthing_signer_settlements_left{network="${base}",signer="${nobody}"}`)).toBe(0)
  })

  test('say how long the oldest payment waits, what the disk has left, and which version runs', async () => {
    await operatorMetrics.refresh()
    expect(await figure(`farthing_settler_oldest_seconds{network="${base}"}`)).toBe(0)
    waitsSince = systemClock.now() - 90_000
    await operatorMetrics.refresh()
    expect(await figure(`farthing_settler_oldest_seconds{network="${base}"}`)).toBeGreaterThanOrEqual(90)
    expect(diskLooks).toBe(4)
    expect(await figure(`farthing_build_info{version="${version}"`)).toBe(1)
  })

  test('say whether the database takes writes', async () => {
    await operatorMetrics.refresh()
    expect(await figure('farthing_ledger_up')).toBe(1)
    ledgerState = 'failed'
    await operatorMetrics.refresh()
    expect(await figure('farthing_ledger_up')).toBe(0)
  })

  test('say which networks answer', async () => {
    await operatorMetrics.refresh()
    expect(await figure(`farthing_network_up{network="${skale}"}`)).toBe(1)
    reachable = false
    await operatorMetrics.refresh()
    expect(await figure(`farthing_network_up{network="${skale}"}`)).toBe(0)
    expect(await figure(`farthing_network_up{network="${base}"}`)).toBe(1)
  })
})
