import { encodeFunctionData, keccak256, namehash, parseAbi, stringToHex, zeroHash } from 'viem'
import type { Hex } from '../../../src/shared/bytes.ts'
import { ensRegistry, ensResolver, nameKeeper } from '../../chains/canonical-contracts.ts'
import { day, type Call, type HistoryEvent } from '../history-event.ts'
import { addressOf, inhabitants } from '../inhabitants.ts'

const abi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner) returns (bytes32)',
  'function setResolver(bytes32 node, address newResolver)',
  'function setAddr(bytes32 node, uint256 coinType, bytes newAddress)',
  'function setName(bytes32 node, string newName)',
])
const coinType = 60n

const asking = (to: Hex, data: Hex): Call => ({ from: nameKeeper, to, data })

/** Creates a name below another one that the keeper owns. */
function created(label: string, parent: string): Call {
  const args = [parent === '' ? zeroHash : namehash(parent), keccak256(stringToHex(label)), nameKeeper] as const
  return asking(ensRegistry, encodeFunctionData({ abi, functionName: 'setSubnodeOwner', args }))
}

function resolved(name: string): Call {
  return asking(ensRegistry, encodeFunctionData({ abi, functionName: 'setResolver', args: [namehash(name), ensResolver] }))
}

function forward(name: string, address: Hex): Call[] {
  const data = encodeFunctionData({ abi, functionName: 'setAddr', args: [namehash(name), coinType, address] })
  return [created(name.replace('.eth', ''), 'eth'), resolved(name), asking(ensResolver, data)]
}

function reverse(address: Hex, name: string): Call[] {
  const label = address.slice(2).toLowerCase()
  const node = `${label}.addr.reverse`
  const data = encodeFunctionData({ abi, functionName: 'setName', args: [namehash(node), name] })
  return [created(label, 'addr.reverse'), resolved(node), asking(ensResolver, data)]
}

/** ENS names on Ethereum: those of the table. The good agent's also has a reverse record, and a stranger's reverse record claims it. */
export function nameHistory(): HistoryEvent[] {
  const quoteDesk = 'farthing-quote-desk.eth'
  const calls = [
    created('eth', ''),
    created('reverse', ''),
    created('addr', 'reverse'),
    ...inhabitants.flatMap(({ ens, address }) => (ens === undefined ? [] : forward(ens, address))),
    ...reverse(addressOf('quote-desk'), quoteDesk),
    ...reverse(addressOf('pretender'), quoteDesk),
  ]
  return [{ network: 'ethereum', ago: 405 * day, calls }]
}
