import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { NetworkId } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { pay, priceOfBitcoin } from '../signed-payments.ts'
import type { TestService } from '../start-test-service.ts'
import { inWords, type Figures } from './figures.ts'

export interface ProbeOrder {
  readonly url: string
  readonly privateKey: Hex
  readonly network: NetworkId
  readonly headers: Readonly<Record<string, string>>
  /** `once` where a test counts the payments of the service: the probe then presents the same payment again, and gets its answer again. */
  readonly pays: 'each time' | 'once'
}

export interface ProbeFigures {
  readonly live: Figures
  /** Calls of a price that are paid. */
  readonly paid: Figures
}

/** An address of its own, so that the limits of the attackers' addresses are not the probe's. */
const headers = { 'X-Forwarded-For': '192.0.2.99' }

/** No attack of the suites pays here, so that what they earned is not counted together with what the probe pays. */
const network = 'eip155:42161'

/**
 * Measures from another process what an honest caller notices of an attack: before the tests of a file it begins to ask `/livez` and
 * to buy a price, and after them it prints what that took. It fails if `/livez` or a payment was ever answered wrongly.
 * To be called after the hook that starts the service.
 * @param service asked when the tests begin
 */
export function probeBeside(suite: string, service: () => TestService, pays: ProbeOrder['pays'] = 'each time'): void {
  let probe: ChildProcess | undefined
  beforeAll(async () => {
    probe = await startProbe(service(), pays)
  })
  afterAll(async () => {
    if (!probe) return
    const { live, paid } = await figuresFrom(probe)
    console.log(`${suite}, seen from outside: /livez ${inWords(live)}; a paid price ${inWords(paid)}`)
    expect(live.statuses).toEqual({ 200: live.calls })
    // On a machine that has much else to do a node may answer too late: nothing is charged, and the caller is told to come again.
    expect(Object.keys(paid.statuses).filter((status) => !['200', '503'].includes(status))).toEqual([])
    expect(paid.statuses[200]).toBeGreaterThan(0)
  })
}

async function startProbe({ url, sandbox }: TestService, pays: ProbeOrder['pays']): Promise<ChildProcess> {
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  await sandbox.world.fund(account.address, '50')
  // Its first call is free.
  await (await pay(url, account, { path: priceOfBitcoin, network, headers })).body?.cancel()
  const order: ProbeOrder = { url, privateKey, network, headers, pays }
  const probe = fork(join(import.meta.dirname, 'probe-process.ts'), [JSON.stringify(order)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await Promise.race([once(probe, 'message'), endsEarly(probe)])
  return probe
}

async function figuresFrom(probe: ChildProcess): Promise<ProbeFigures> {
  const figures = once(probe, 'message')
  probe.send('end')
  const [message] = await Promise.race([figures, endsEarly(probe)])
  return message as ProbeFigures
}

async function endsEarly(probe: ChildProcess): Promise<never> {
  const [code] = await once(probe, 'exit')
  throw new Error(`the probe ended with code ${String(code)}`)
}
