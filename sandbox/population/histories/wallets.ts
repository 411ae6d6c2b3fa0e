import { encodeFunctionData, parseAbi } from 'viem'
import { tokenOwner } from '../../chains/circle-token.ts'
import { sandboxNetworks } from '../../networks.ts'
import { day, hour, type HistoryEvent } from '../history-event.ts'
import { addressOf, membersOf } from '../inhabitants.ts'
import { at, gets, pays, times } from './holdings.ts'

const abi = parseAbi(['function blacklist(address account)'])
const others = membersOf('passer-by')

function oldBusy(): HistoryEvent[] {
  const me = addressOf('old-busy')
  const payments = times(8, (index): HistoryEvent => ({
    network: 'base',
    ago: (990 - 125 * index) * day,
    moves: [pays(me, at(others, index), '200')],
    sent: [[me, 500]],
  }))
  return [
    { network: 'ethereum', ago: 1_100 * day, moves: [gets(me, '500')], sent: [[me, 1]] },
    { network: 'ethereum', ago: 600 * day, sent: [[me, 899]] },
    { network: 'base', ago: 1_000 * day, moves: [gets(me, '9600')] },
    ...payments,
    { network: 'polygon', ago: 800 * day, moves: [gets(me, '50')], sent: [[me, 12]] },
  ]
}

function newBusy(): HistoryEvent[] {
  const me = addressOf('new-busy')
  const payments = times(6, (index): HistoryEvent => ({
    network: 'base',
    ago: (70 - 10 * index) * hour,
    moves: times(10, (one) => pays(me, at(others, (10 * index + one) % 20), '1')),
    sent: [[me, 10]],
  }))
  return [{ network: 'base', ago: 3 * day, moves: [gets(me, '400')] }, ...payments]
}

function carousel(): HistoryEvent[] {
  const me = addressOf('carousel')
  const rounds = [9, 8].map((days): HistoryEvent => ({
    network: 'base',
    ago: days * day,
    moves: times(500, () => pays(me, me, '1')),
    sent: [[me, 500]],
  }))
  return [{ network: 'base', ago: 10 * day, moves: [gets(me, '1')] }, ...rounds]
}

function blocked(): HistoryEvent[] {
  const sanctioned = addressOf('sanctioned')
  const blacklisted = addressOf('blacklisted')
  const bans = ['base', 'ethereum'].map((network): HistoryEvent => {
    const usdc = sandboxNetworks.find(({ slug }) => slug === network)?.asset ?? '0x'
    const data = encodeFunctionData({ abi, functionName: 'blacklist', args: [blacklisted] })
    return { network, ago: 30 * day, calls: [{ from: tokenOwner, to: usdc, data }] }
  })
  return [
    { network: 'ethereum', ago: 500 * day, moves: [gets(sanctioned, '12345')], sent: [[sanctioned, 14]] },
    { network: 'base', ago: 400 * day, moves: [gets(sanctioned, '50')] },
    { network: 'base', ago: 700 * day, moves: [gets(blacklisted, '42000')], sent: [[blacklisted, 33]] },
    ...bans,
  ]
}

function whales(): HistoryEvent[] {
  const [whale, second] = [addressOf('whale'), addressOf('second-whale')]
  return [
    { network: 'base', ago: 300 * day, moves: [gets(whale, '900000')] },
    { network: 'ethereum', ago: 300 * day, moves: [gets(whale, '4000000')] },
    { network: 'ethereum', ago: 5 * hour, moves: [gets(second, '5000000')] },
    { network: 'base', ago: 4 * hour, moves: [pays(whale, second, '249999')], sent: [[whale, 1]] },
    { network: 'ethereum', ago: 3 * hour, moves: [pays(whale, second, '2500000')], sent: [[whale, 1]] },
    { network: 'base', ago: 2 * hour, moves: [pays(whale, second, '400000')], sent: [[whale, 1]] },
  ]
}

/** Wallets that differ in age, activity, money and reputation. */
export function walletHistory(): HistoryEvent[] {
  const silent = addressOf('old-silent')
  return [
    ...oldBusy(),
    { network: 'base', ago: 900 * day, moves: [gets(silent, '500')] },
    { network: 'base', ago: 899 * day, moves: [pays(silent, at(others, 0), '1')], sent: [[silent, 1]] },
    ...newBusy(),
    { network: 'base', ago: 6 * hour, moves: [gets(addressOf('new-rich'), '200000')] },
    ...carousel(),
    ...blocked(),
    ...whales(),
  ]
}
