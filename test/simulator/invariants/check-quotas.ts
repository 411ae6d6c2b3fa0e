import { freeCallsPerDay } from '../service/test-offers.ts'
import { freeFirstCallsPerClient } from '../service/service-process.ts'
import type { World } from '../world/world.ts'
import type { Books } from './read-books.ts'

/** No client had more free calls than its limit, and every counted unit belongs to a call. */
export function checkQuotas(world: World, books: Books): string[] {
  const found: string[] = []
  for (const [client, answers] of world.quotaAnswers) {
    const used = books.quotas.get(client) ?? 0
    const unknown = world.quotaUnknown.get(client) ?? 0
    if (answers > freeCallsPerDay) found.push(`${client} had ${answers} free calls of ${freeCallsPerDay}`)
    if (used < answers) found.push(`${client} had ${answers} free calls and ${used} are counted`)
    if (used > answers + unknown)
      found.push(`${used} free calls of ${client} are counted, and it had ${answers} and ${unknown} that were cut off`)
  }
  const clients = new Map(world.payers.map(({ wallet, client }) => [wallet.address as string, client]))
  const free = books.payments.filter(({ state }) => state === 'free')
  const byClient = Map.groupBy(free, ({ payer }) => clients.get(payer) ?? '')
  for (const [client, rows] of byClient) {
    if (rows.length > freeFirstCallsPerClient) found.push(`${client} had ${rows.length} first calls free of ${freeFirstCallsPerClient}`)
  }
  return found
}
