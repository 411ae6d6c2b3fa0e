import { expect, test } from 'vitest'
import { addressTopic, topics, uintDigits } from '../../../../src/chain/abi.ts'
import type { Chain, Rpc } from '../../../../src/chain/chain.ts'
import type { Agent } from '../../indexes/agents/agent-state.ts'
import type { Feedback } from '../../indexes/agents/find-feedback.ts'
import { networks } from '../../../../src/chain/networks.ts'
import type { Hex } from '../../../../src/shared/bytes.ts'
import { maxReviewers, summariseReviews } from './review-summary.ts'

const [network] = networks
const zeros: Hex = `0x${'00'.repeat(32)}`
const nowSeconds = 1_800_000_000
const day = 86_400
const person = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const owner = person(0xaa)
const agent: Agent = {
  network: 'eip155:8453',
  agentId: '7',
  owner,
  wallet: person(0xab),
  operators: [person(0xac)],
  uri: null,
  registered: null,
  registrant: null,
  uriSince: null,
  ownerSince: { blockNumber: 1n, logIndex: 0, blockHash: zeros, transactionHash: zeros, at: BigInt(nowSeconds - 400 * day) },
  walletSince: null,
}

function review(wish: Partial<Feedback>): Feedback {
  const place = { blockNumber: 1n, logIndex: 0, blockHash: zeros, transactionHash: zeros, at: BigInt(nowSeconds - 60 * day) }
  const rest = { index: '1', valueDecimals: 0, tag2: null, endpoint: null, uri: null, contentHash: null, revoked: false, responses: 0 }
  return { ...place, ...rest, reviewer: person(1), value: 90n, tag1: 'starred', ...wish }
}

async function summary(feedback: readonly Feedback[], { poor = [], funded = [] }: { poor?: readonly Hex[]; funded?: readonly Hex[] } = {}) {
  let questions = 0
  const gift = (to: Hex, giver = owner) => ({
    address: network!.asset,
    topics: [topics.transfer, addressTopic(giver), addressTopic(to)],
    data: `0x${uintDigits(1n)}`,
    logIndex: '0x0',
    transactionHash: zeros,
    blockNumber: '0x1',
    blockHash: zeros,
  })
  const rpc: Rpc = {
    async call<T>(method: string, params: readonly unknown[]) {
      questions++
      if (method === 'eth_getLogs') {
        const [{ topics: asked }] = params as [{ topics: readonly [Hex, readonly Hex[]] }]
        expect(asked[1]).toEqual([addressTopic(owner), addressTopic(agent.wallet!)])
        return funded.map((to) => gift(to)) as T
      }
      return (poor.includes(params[0] as Hex) ? '0x4' : '0x5') as T
    },
  }
  const parts = { chain: { network, rpc } as unknown as Chain, nowSeconds, signal: new AbortController().signal, timeoutMs: 1_000 }
  return { ...(await summariseReviews(agent, feedback, parts)), questions }
}

test("counts a review of an old, busy account that the agent's side never paid", async () => {
  expect(await summary([review({}), review({ reviewer: person(2), value: 705n, valueDecimals: 1 })])).toEqual({
    count: 2,
    sum: 160.5,
    leftOut: 0,
    questions: 3,
  })
})

test.each([
  ['is a day too young', { at: BigInt(nowSeconds - 29 * day) }],
  ['is of another kind', { tag1: 'uptime' }],
  ['was taken back', { revoked: true }],
  ['is above 100', { value: 101n }],
  ['is below 0', { value: -1n }],
  ['was given to the owner before', { at: BigInt(nowSeconds - 401 * day) }],
  ['is by the owner', { reviewer: owner }],
  ['is by its wallet', { reviewer: person(0xab) }],
  ['is by who may change it', { reviewer: person(0xac) }],
])('one that %s does not, and nothing is asked for it', async (_, wish) => {
  expect(await summary([review(wish)])).toMatchObject({ count: 0, sum: 0, questions: 0 })
})

test('does not count a review of an account that sent four transactions, or got USDC from the owner', async () => {
  const feedback = [1, 2, 3].map((number) => review({ reviewer: person(number) }))
  expect(await summary(feedback, { poor: [person(1)], funded: [person(2)] })).toMatchObject({ count: 1, sum: 90, leftOut: 2 })
})

test('counts only the newest of several reviews by one reviewer', async () => {
  expect(await summary([review({ value: 10n }), review({ value: 90n }), review({ value: 100n })])).toMatchObject({ count: 1, sum: 10 })
})

test('checks the reviewers with the oldest reviews', async () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    review({ reviewer: person(1 + index), at: BigInt(nowSeconds - (100 + index) * day), value: BigInt(index) }),
  )
  expect(await summary(many)).toMatchObject({ count: maxReviewers, sum: 1_790, leftOut: 80, questions: maxReviewers + 1 })
})
