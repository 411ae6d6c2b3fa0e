import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { lines } from '../../goods/lines.ts'
import { nodeRpc, type NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import type { Finding } from '../../src/goods/finding.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { readDisk, type ReadDisk } from '../../src/doctor/check-files.ts'
import { examine, type DoctorInput } from '../../src/doctor/doctor.ts'

export type Environment = Readonly<Record<string, string>>

/** A live set-up on one real local chain, in which nothing is wrong. */
export interface SetUp {
  readonly world: World
  readonly node: NodeRpc
  readonly rpcUrl: string
  readonly env: Environment
  close(): Promise<void>
}

export const payTo = '0x00000000000000000000000000000000000a11ce'

export async function makeSetUp(): Promise<SetUp> {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-doctor-'))
  const world = await temporaryWorld({ networks: ['eip155:8453'] })
  const { rpcUrl } = world.networks[0]!
  const node = nodeRpc(rpcUrl)
  // A real chain has blocks whether anybody pays or not.
  await node.call('evm_setIntervalMining', 1)
  return {
    world,
    node,
    rpcUrl,
    env: {
      MODE: 'live',
      DATA_DIR: directory,
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: payTo,
      SIGNER_KEY: world.signerKeys[0]!,
      RPC_URL_BASE: rpcUrl,
      GAS_COIN_CEILINGS: 'ETH=0.01',
      // Only the service knows its port, so what a running one shows is not looked at.
      PORT: '0',
    },
    async close() {
      await world.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Test directories may be in memory, where no ledger belongs. */
const onDisk: ReadDisk = async (path) => ({ ...(await readDisk(path)), type: 0xef53 })

/** What doctor finds with these settings. */
export function diagnose(env: Environment, more: Partial<DoctorInput> = {}): Promise<readonly Finding[]> {
  return examine({
    readDisk: onDisk,
    env,
    ownLines: lines,
    quick: true,
    askSources: false,
    clock: systemClock,
    random: systemRandom,
    timers: systemTimers,
    ...more,
  })
}

/** What is to be mended, one line each: check, subject, what was found, the fix. */
export function toMend(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ status }) => status !== 'ok')
    .map(({ check, subject, found, fix }) => `${check}${subject === null ? '' : ` [${subject}]`}: ${found} => ${fix}`)
}

/** Exactly these parts of the set-up are to be mended, and the fix is named. Each expected text names check, finding and fix. */
export function expectToMend(findings: readonly Finding[], expected: readonly RegExp[]): void {
  const lines = toMend(findings)
  for (const one of expected) expect(lines).toContainEqual(expect.stringMatching(one))
  expect(lines.filter((line) => !expected.some((one) => one.test(line)))).toEqual([])
}
