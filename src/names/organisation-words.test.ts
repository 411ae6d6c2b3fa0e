import { expect, test } from 'vitest'
import { meaningsOf } from './organisation-words.ts'

const share = (one: string, other: string) => {
  const of = meaningsOf(other)?.of ?? []
  return (meaningsOf(one)?.of ?? []).some((meaning) => of.includes(meaning))
}

test.each(
  (
    'comm communication,comms communications,grp group,tech technology,srvces services,svcs service,intl international,mfg manufacturing,' +
    'bros brothers,gen general,trdg trading,engg engineering,mgmt management,hldgs holdings,shpg shipping,fdn foundation,exch exchange,' +
    'govt government,natl national,assn association,telecom telecommunications,constr construction,invst investment,pharm pharmaceutical,equip equipment'
  )
    .split(',')
    .map((pair) => pair.split(' ')),
)('%s is short for %s', (short = '', full = '') => expect(share(short, full)).toBe(true))

test.each(
  'compania company,banco bank,gesellschaft company,gruppe group,hermanos brothers,ticaret trade,zavod factory,fundacion foundation,bakanligi ministry,stal steel'
    .split(',')
    .map((pair) => pair.split(' ')),
)('%s means %s', (word = '', english = '') => expect(share(word, english)).toBe(true))

test('names of people and places are short for nothing', () => {
  for (const word of ['tang', 'ming', 'song', 'haige', 'tran', 'gazprom', 'melli', 'siemens']) expect(meaningsOf(word), word).toBeNull()
})
