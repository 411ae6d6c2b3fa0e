import { usd } from '../../../src/shared/money.ts'
import { day, hour, minute, type HistoryEvent } from '../history-event.ts'
import { addressOf, membersOf } from '../inhabitants.ts'
import { at, gets, pays, times } from './holdings.ts'

function bot(): HistoryEvent[] {
  const me = addressOf('bot')
  const others = membersOf('passer-by')
  const payments = times(12, (index): HistoryEvent => ({
    network: 'optimism',
    ago: (24 - 2 * index) * hour,
    moves: [pays(me, at(others, index % 2), '0.25')],
    sent: [[me, 1]],
  }))
  return [{ network: 'optimism', ago: 60 * day, moves: [gets(me, '1000')] }, ...payments]
}

function drainer(): HistoryEvent[] {
  const me = addressOf('drainer')
  const victims = membersOf('drained')
  const mules = membersOf('mule')
  const hauls = [
    { victim: at(victims, 0), had: '5000', each: '248', ago: 20 * hour },
    { victim: at(victims, 1), had: '3000', each: '149', ago: 14 * hour },
    { victim: at(victims, 2), had: '8000', each: '397', ago: 8 * hour },
  ]
  return [
    { network: 'polygon', ago: 200 * day, moves: hauls.map(({ victim, had }) => gets(victim, had)) },
    ...hauls.flatMap(({ victim, had, each, ago }, haul): HistoryEvent[] => [
      { network: 'polygon', ago, moves: [pays(victim, me, had)], sent: [[victim, 1]] },
      {
        network: 'polygon',
        ago: ago - 5 * minute,
        moves: times(20, (index) => pays(me, at(mules, 20 * haul + index), each)),
        sent: [[me, 20]],
      },
    ]),
  ]
}

function poisoning(): HistoryEvent[] {
  const [supplier, false_, victim] = [addressOf('supplier'), addressOf('look-alike'), addressOf('poisoned')]
  const network = 'arbitrum'
  const dust = usd('0.00001')
  return [
    { network, ago: 300 * day, moves: [gets(victim, '10000')] },
    ...[90, 60, 30].map((days): HistoryEvent => ({
      network,
      ago: days * day,
      moves: [pays(victim, supplier, '450')],
      sent: [[victim, 1]],
    })),
    // Anybody may make a zero transfer in the name of any account.
    {
      network,
      ago: 29 * day,
      moves: [
        { from: null, to: false_, units: dust },
        { from: victim, to: false_, units: 0n },
      ],
    },
    { network, ago: 28 * day, moves: [{ from: false_, to: victim, units: dust }], sent: [[false_, 1]] },
  ]
}

/** Wallets whose transfers make a pattern. */
export function patternHistory(): HistoryEvent[] {
  return [...bot(), ...drainer(), ...poisoning()]
}
