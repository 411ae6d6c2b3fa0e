import { expect, test } from 'vitest'
import type { Cell, Query, Row, SqliteTransaction } from '../../../src/store/store.ts'
import { agentsOfAddress, oneAgent } from './agents/find-agents.ts'
import { feedbackOfAgent } from './agents/find-feedback.ts'
import { memoryStore } from '../../../src/chain/follow/index-store.fixture.ts'
import { account } from '../../../src/chain/follow/simulated-chain.fixture.ts'
import { largeTransfers, transfersOfAddress } from './transfers/find-transfers.ts'

async function plansOf<Input>(query: Query<Input, unknown>, input: Input): Promise<string[]> {
  const store = memoryStore()
  const lines: string[] = []
  const explaining = (transaction: SqliteTransaction): SqliteTransaction => {
    const explain = (sql: string, values: readonly Cell[]) => {
      for (const row of transaction.all(`EXPLAIN QUERY PLAN ${sql}`, ...values)) lines.push(row['detail'] as string)
    }
    return {
      ...transaction,
      get: (sql, ...values): Row | undefined => (explain(sql, values), transaction.get(sql, ...values)),
      all: (sql, ...values) => (explain(sql, values), transaction.all(sql, ...values)),
    }
  }
  // As a service finds it that was started again, with an event, so that all that is asked of an agent is asked.
  await store.write(
    {
      name: 'seed',
      sqlite: (transaction) =>
        transaction.run("INSERT INTO agent_events VALUES ('n', 1, 0, 'h', 't', 1, 'owner', '0', ?, NULL, NULL, NULL)", account(1)),
    },
    undefined,
  )
  const again = memoryStore(store.serialize())
  await again.write({ name: 'explain', sqlite: (transaction) => void query.sqlite(explaining(transaction), input) }, undefined)
  await again.close()
  await store.close()
  return lines.filter((line) => /SCAN|SEARCH/.test(line))
}

const asked = {
  network: 'n',
  address: account(1),
  agentId: '0',
  since: 0n,
  limit: 10,
  token: account(2),
  minAmount: 0n,
  below: { at: 9n, blockNumber: 9n, logIndex: 9n },
}

test.each<[string, Query<typeof asked, unknown>]>([
  ['an agent', oneAgent],
  ['the agents of an address', agentsOfAddress],
  ['the feedback of an agent', feedbackOfAgent],
  ['large transfers', largeTransfers],
  ['the transfers of an address', transfersOfAddress],
])('%s is found without reading all that is known of a network', async (_, query) => {
  const lines = await plansOf(query, asked)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines)
    expect(line).toMatch(/INDEX \w+ \((?:network=\? AND (?:agent_id|token)=\?|account=\?|other=\?|sender=\?|recipient=\?)/)
})
