import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxCompany } from '../../goods/companies/sandbox/population/sandbox-companies.ts'
import type { Service } from '../../src/service/start-service.ts'
import { openInstances, type Instances } from '../instances.ts'
import { closeService } from '../service-in-process.ts'
import { callWith, signPayment, termsOf, type Account } from '../signed-payments.ts'

const { registerNumber } = sandboxCompany('kaljuranna')
const path = `/v1/data/company/signals/EE:${registerNumber}`
let world: Instances
let instances: Service[]
let account: Account
beforeAll(async () => {
  world = await openInstances()
  const database = await world.server.createDatabase()
  instances = [await world.open(database), await world.open(database), await world.open(database)]
  account = await world.payingWallet(instances[0]!.url)
})
afterAll(async () => {
  for (const one of instances ?? []) await closeService(one)
  await world?.close()
})

interface Signals {
  readonly data: {
    readonly events: readonly { id: string; type: string; method: string; old: string | null; new: string | null }[]
    readonly coverage: { readonly sources: readonly { source: string; fromDate: string | null }[] }
  }
}

let consumers = 0

/** Each call is a consumer of its own, which is given everything. */
async function buy({ url }: Service) {
  const asked = `${path}${path.includes('?') ? '&' : '?'}watch=${++consumers}`
  const answer = await callWith(url + asked, await signPayment(await termsOf(url, asked), account))
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as Signals
  return {
    changes: data.events.filter(({ method }) => method === 'snapshot_diff'),
    from: data.coverage.sources.find(({ source }) => source === 'ariregister')?.fromDate,
  }
}

test('instances on one PostgreSQL keep one history of a company, and sell the same changes with the same ids', async () => {
  const [one, other, third] = instances as [Service, Service, Service]
  // Both see it for the first time, at once.
  const firsts = await Promise.all([buy(one), buy(other)])
  expect(firsts.map(({ changes }) => changes)).toEqual([[], []])
  expect(firsts[0].from).toBe(firsts[1].from)

  await world.sandbox.world.switches.set(`ariregister:${registerNumber}`, 'in_liquidation')
  // The others still have the register's answer in their memories.
  const seen = await buy(third)
  expect(seen.changes).toMatchObject([{ type: 'status', old: 'active', new: 'in_liquidation' }])
  for (const later of await Promise.all([buy(one), buy(other)])) expect(later).toEqual(seen)
})
