import { encodeFunctionData, parseAbi } from 'viem'
import type { Hex } from '../../../src/shared/bytes.ts'
import { behindProxy } from '../../chains/canonical-contracts.ts'
import { addressWord, slot } from '../../chains/storage-slot.ts'
import { compiledContract } from '../../contracts/compiled-contract.ts'
import { day, type HistoryEvent } from '../history-event.ts'
import { addressOf, membersOf, taxedTokenPool } from '../inhabitants.ts'
import { derivedAddress } from '../derived-address.ts'

const abi = parseAbi([
  'function distribute(address[] holders, uint256 each)',
  'function mint(address to, uint256 value)',
  'function launch(uint256 supply)',
  'function transfer(address to, uint256 value) returns (bool)',
])
const network = 'base'
const whole = 10n ** 18n
const keeper = addressOf('token-keeper')
const holders = membersOf('passer-by')

const sends = (token: Hex, to: Hex, value: bigint, from = keeper) => ({
  from,
  to: token,
  data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, value] }),
})

function plain(): HistoryEvent {
  const token = addressOf('plain-token')
  const data = encodeFunctionData({ abi, functionName: 'distribute', args: [holders.slice(0, 25), 40_000n * whole] })
  return {
    network,
    ago: 150 * day,
    placed: [['anvil_setCode', token, compiledContract('plain-token').runtimeCode]],
    calls: [{ from: keeper, to: token, data }],
  }
}

function behind(): HistoryEvent {
  const token = addressOf('proxy-token')
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [keeper, 1_000_000n * whole] })
  return {
    network,
    ago: 100 * day,
    placed: [
      ...behindProxy(token, derivedAddress('proxy-token, implementation'), 'fixture-token'),
      ['anvil_setStorageAt', token, slot(0), addressWord(keeper)],
    ],
    calls: [{ from: keeper, to: token, data }, ...holders.slice(0, 4).map((holder) => sends(token, holder, 25_000n * whole))],
  }
}

function honeypot(): HistoryEvent {
  const token = addressOf('honeypot-token')
  const keeperSlot = 5
  const data = encodeFunctionData({ abi, functionName: 'launch', args: [1_000_000_000n * whole] })
  return {
    network,
    ago: 5 * day,
    placed: [
      ['anvil_setCode', token, compiledContract('honeypot-token').runtimeCode],
      ['anvil_setStorageAt', token, slot(keeperSlot), addressWord(keeper)],
    ],
    calls: [{ from: keeper, to: token, data }, ...holders.slice(0, 5).map((buyer) => sends(token, buyer, 1_000n * whole))],
  }
}

function taxed(): HistoryEvent {
  const token = addressOf('taxed-token')
  const [ownerSlot, poolSlot, feeSlot] = [5, 6, 7]
  const data = encodeFunctionData({ abi, functionName: 'launch', args: [1_000_000n * whole] })
  return {
    network,
    ago: 40 * day,
    placed: [
      ['anvil_setCode', token, compiledContract('taxed-token').runtimeCode],
      ['anvil_setStorageAt', token, slot(ownerSlot), addressWord(keeper)],
      ['anvil_setStorageAt', token, slot(poolSlot), addressWord(taxedTokenPool)],
      ['anvil_setStorageAt', token, slot(feeSlot), slot(1_200)],
    ],
    calls: [
      { from: keeper, to: token, data },
      ...holders.slice(0, 25).map((buyer) => sends(token, buyer, 16_000n * whole, taxedTokenPool)),
    ],
  }
}

/** Tokens on Base: a harmless one, one with a powerful owner behind a proxy, a honeypot, and one that taxes every trade. */
export function tokenHistory(): HistoryEvent[] {
  return [plain(), behind(), honeypot(), taxed()]
}
