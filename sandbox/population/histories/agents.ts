import { encodeFunctionData, parseAbi, zeroHash } from 'viem'
import type { Hex } from '../../../src/shared/bytes.ts'
import { identityRegistry, reputationRegistry } from '../../chains/canonical-contracts.ts'
import { sandboxNetworks } from '../../networks.ts'
import { agentUri, type AgentOrigins } from '../agent-files.ts'
import { day, hour, minute, type Call, type HistoryEvent } from '../history-event.ts'
import { freightWallet } from '../freight-wallet.ts'
import { addressOf, inhabitant, membersOf } from '../inhabitants.ts'
import { at, gets, pays } from './holdings.ts'

const abi = parseAbi([
  'function register() returns (uint256)',
  'function register(string agentURI) returns (uint256)',
  'function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes signature)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'function revokeFeedback(uint256 agentId, uint64 feedbackIndex)',
])
const network = 'base'

function idOf(key: string, slug = network): bigint {
  return BigInt(inhabitant(key).agents?.[slug] ?? -1)
}

function registers(from: Hex, uri: string): Call {
  const data =
    uri === ''
      ? encodeFunctionData({ abi, functionName: 'register', args: [] })
      : encodeFunctionData({ abi, functionName: 'register', args: [uri] })
  return { from, to: identityRegistry, data }
}

function reviews(from: Hex, agent: string, value: bigint, tag = 'starred', decimals = 0): Call {
  const args = [idOf(agent), value, decimals, tag, '', '', '', zeroHash] as const
  return { from, to: reputationRegistry, data: encodeFunctionData({ abi, functionName: 'giveFeedback', args }) }
}

function quoteDesk(origins: AgentOrigins): HistoryEvent[] {
  const me = addressOf('quote-desk')
  const reviewers = membersOf('reviewer')
  const [first, second] = [at(reviewers, 0), at(reviewers, 1)]
  const revoking = encodeFunctionData({ abi, functionName: 'revokeFeedback', args: [idOf('quote-desk'), 2n] })
  const uri = agentUri('quote-desk', origins)
  return [
    { network, ago: 420 * day, moves: [gets(me, '150')] },
    { network: 'ethereum', ago: 410 * day, moves: [gets(me, '20')], sent: [[me, 30]] },
    { network, ago: 400 * day, calls: [registers(me, uri)] },
    { network: 'skale', ago: 399 * day, calls: [registers(me, uri)] },
    { network, ago: 200 * day, moves: reviewers.map((reviewer) => gets(reviewer, '5')), sent: [[me, 119]] },
    {
      network,
      ago: 190 * day,
      moves: reviewers.map((reviewer) => pays(reviewer, me, '1')),
      sent: reviewers.map((reviewer) => [reviewer, 6] as const),
    },
    // The average is ninety.
    { network, ago: 160 * day, calls: reviewers.map((reviewer, index) => reviews(reviewer, 'quote-desk', BigInt(81 + 2 * index))) },
    {
      network,
      ago: 150 * day,
      calls: [
        reviews(first, 'quote-desk', 9_977n, 'uptime', 2),
        reviews(second, 'quote-desk', 0n),
        { from: second, to: reputationRegistry, data: revoking },
      ],
    },
  ]
}

/** The wallet's consent is valid for a minute around the time of the block. */
async function freightDesk(origins: AgentOrigins, startedAt: number): Promise<HistoryEvent[]> {
  const me = addressOf('freight-desk')
  const ago = 379 * day
  const agentId = idOf('freight-desk')
  const deadline = BigInt(startedAt - ago + minute)
  const chainId = sandboxNetworks.find(({ slug }) => slug === network)?.chainId ?? 0
  const signature = await freightWallet.signTypedData({
    domain: { name: 'ERC8004IdentityRegistry', version: '1', chainId, verifyingContract: identityRegistry },
    types: {
      AgentWalletSet: [
        { name: 'agentId', type: 'uint256' },
        { name: 'newWallet', type: 'address' },
        { name: 'owner', type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'AgentWalletSet',
    message: { agentId, newWallet: freightWallet.address, owner: me, deadline },
  })
  const data = encodeFunctionData({ abi, functionName: 'setAgentWallet', args: [agentId, freightWallet.address, deadline, signature] })
  return [
    {
      network,
      ago: 380 * day,
      moves: [gets(me, '80'), gets(freightWallet.address, '40')],
      calls: [registers(me, agentUri('freight-desk', origins))],
    },
    { network, ago, calls: [{ from: me, to: identityRegistry, data }], sent: [[freightWallet.address, 45]] },
  ]
}

function sold(origins: AgentOrigins): HistoryEvent[] {
  const [seller, buyer] = [addressOf('seller'), addressOf('moved-agent')]
  const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [seller, buyer, idOf('moved-agent')] })
  return [
    { network, ago: 180 * day, moves: [gets(seller, '20')], calls: [registers(seller, agentUri('moved-agent', origins))] },
    { network, ago: 41 * day, moves: [gets(buyer, '60')] },
    {
      network,
      ago: 40 * day,
      moves: [pays(buyer, seller, '30')],
      calls: [{ from: seller, to: identityRegistry, data }],
      sent: [[buyer, 1]],
    },
  ]
}

function carnival(origins: AgentOrigins): HistoryEvent[] {
  const me = addressOf('carnival')
  const shills = membersOf('shill')
  return [
    { network, ago: 6 * day, moves: [gets(me, '100')], calls: [registers(me, agentUri('carnival', origins))] },
    { network, ago: 5 * day, moves: shills.map((shill) => pays(me, shill, '1')), sent: [[me, shills.length]] },
    { network, ago: 5 * day - hour, calls: shills.map((shill) => reviews(shill, 'carnival', 100n)) },
  ]
}

/** Agents and their reviewers. Agents register in the order of their numbers. */
export async function agentHistory(origins: AgentOrigins, startedAt: number): Promise<HistoryEvent[]> {
  const plain = (key: string, days: number): HistoryEvent => ({
    network,
    ago: days * day,
    moves: [gets(addressOf(key), '25')],
    calls: [registers(addressOf(key), agentUri(key, origins))],
  })
  return [
    ...quoteDesk(origins),
    ...(await freightDesk(origins, startedAt)),
    plain('empty-file', 300),
    plain('looping-file', 250),
    plain('no-file', 195),
    ...sold(origins),
    plain('thief', 20),
    ...carnival(origins),
  ]
}
