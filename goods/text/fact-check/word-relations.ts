import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { stem } from './stem.ts'

/** How two words stand to each other, as far as a lexicon knows. All words are stems. */
export interface WordRelations {
  opposite(one: string, other: string): 'near' | 'distant' | null
  synonyms(one: string, other: string): boolean
  /** Whether both are kinds of one thing, of which a thing is only one: `bassist` and `singer`. */
  sisters(one: string, other: string): boolean
  /** Whether it is a common word of the lexicon, not only a name. */
  isCommon(word: string): boolean
}

const fileSchema = z.object({
  antonyms: z.string(),
  distantAntonyms: z.string(),
  synonyms: z.string(),
  proper: z.string(),
  sisters: z.string(),
})

/** Reads the relations of words. The file is `models/word-relations.json`. @throws for a file that is not of this form */
export function readWordRelations(path: URL | string): WordRelations {
  const file = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  return createWordRelations(file)
}

function createWordRelations(file: z.output<typeof fileSchema>): WordRelations {
  const near = pairsOf(`${file.antonyms} ${ownOpposites}`)
  const distant = pairsOf(file.distantAntonyms)
  const meanings = membership(`${file.synonyms} ${ownSynonyms}`.split(/\s+/).map((group) => group.split('/')))
  const families = membership(file.sisters.split('|').map((family) => family.split(/[ /]/)))
  const proper = new Set(file.proper.split(' ').map(stem))
  for (const pair of pairsOf(notOpposite)) {
    near.delete(pair)
    distant.delete(pair)
  }
  const share = (groups: ReadonlyMap<string, ReadonlySet<number>>, one: string, other: string) => {
    const others = groups.get(other)
    return others !== undefined && [...(groups.get(one) ?? [])].some((group) => others.has(group))
  }
  return {
    opposite(one, other) {
      const pair = pairOf(one, other)
      if (near.has(pair) || isPrefixed(one, other) || isPrefixed(other, one)) return 'near'
      return distant.has(pair) ? 'distant' : null
    },
    synonyms: (one, other) => one === other || share(meanings, one, other),
    sisters: (one, other) => share(families, one, other) && !share(meanings, one, other),
    isCommon: (word) => (meanings.has(word) || families.has(word)) && !proper.has(word),
  }
}

const pairOf = (one: string, other: string) => (one < other ? `${one}/${other}` : `${other}/${one}`)

function pairsOf(list: string): Set<string> {
  const pairs = new Set<string>()
  for (const pair of list.trim().split(/\s+/)) {
    const [one = '', other = ''] = pair.split('/')
    if (stem(one) !== stem(other)) pairs.add(pairOf(stem(one), stem(other)))
  }
  return pairs
}

function membership(groups: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<number>> {
  const members = new Map<string, Set<number>>()
  for (const [index, group] of groups.entries()) {
    for (const word of group) {
      const key = stem(word)
      const known = members.get(key)
      if (known === undefined) members.set(key, new Set([index]))
      else known.add(index)
    }
  }
  return members
}

/** `unlikely` and `likely`, `nonmember` and `member`. */
function isPrefixed(one: string, other: string): boolean {
  if (other.length < 4 || !one.endsWith(other)) return false
  return (
    ['un', 'non', 'in', 'im', 'ir', 'il', 'dis', 'mis', 'anti'].includes(one.slice(0, one.length - other.length)) && !notPrefixed.has(one)
  )
}
const notPrefixed = new Set(
  [
    'income',
    'inform',
    'indeed',
    'include',
    'inclin',
    'inside',
    'invest',
    'intent',
    'input',
    'install',
    'invent',
    'infant',
    'industri',
    'important',
    'import',
    'impress',
    'discover',
    'display',
    'discuss',
    'distanc',
    'distribut',
    'internation',
    'interest',
    'intern',
    'increas',
    'inward',
    'index',
    'understand',
    'invalu',
  ].map(stem),
)

/** Opposites of verbs and measures that WordNet does not list as such. */
const ownOpposites = `increase/decrease increase/reduce increase/decline increase/fall increase/drop increase/shrink rise/decline rise/drop
rise/decrease grow/shrink grow/decline grow/fall gain/loss expand/contract expand/shrink accelerate/slow improve/worsen improve/deteriorate
strengthen/weaken win/lose won/lost victory/defeat succeed/fail success/failure pass/fail accept/reject accept/refuse approve/reject
approve/deny allow/forbid allow/prohibit allow/ban allow/prevent permit/forbid permit/prohibit permit/ban enable/prevent enable/disable
support/oppose confirm/deny admit/deny agree/disagree love/hate like/dislike begin/end start/end start/stop start/finish open/close
open/shut arrive/depart arrive/leave enter/leave enter/exit join/leave import/export buy/sell purchase/sell lend/borrow give/take
send/receive push/pull raise/lower build/demolish build/destroy create/destroy construct/demolish add/remove include/exclude
appear/disappear attach/detach connect/disconnect employ/dismiss hire/fire remember/forget attack/defend protect/endanger help/harm
help/hinder heal/injure cause/prevent majority/minority maximum/minimum most/least more/less more/fewer higher/lower high/low
highest/lowest larger/smaller large/small largest/smallest bigger/smaller biggest/smallest longer/shorter long/short longest/shortest
older/younger old/young oldest/youngest oldest/newest older/newer faster/slower fast/slow fastest/slowest better/worse best/worst
early/late earlier/later earliest/latest first/last before/after above/below over/under inside/outside upper/lower top/bottom
north/south east/west northern/southern eastern/western northeast/southwest northwest/southeast left/right front/back front/rear
male/female man/woman men/women boy/girl father/mother son/daughter brother/sister husband/wife king/queen uncle/aunt actor/actress
public/private domestic/foreign domestic/international urban/rural rich/poor strong/weak heavy/light hot/cold warm/cool wet/dry
hard/soft hard/easy difficult/easy safe/dangerous safe/unsafe cheap/expensive positive/negative true/false correct/incorrect
right/wrong legal/illegal possible/impossible likely/unlikely common/rare frequent/rare frequently/rarely often/rarely often/seldom
usually/rarely always/never sometimes/never all/none everyone/nobody everything/nothing everybody/nobody both/neither with/without
temporary/permanent mandatory/optional mandatory/voluntary required/optional compulsory/voluntary alive/dead living/dead
present/absent same/different similar/different full/empty deep/shallow wide/narrow thick/thin ancient/modern guilty/innocent
healthy/sick effective/ineffective active/inactive direct/indirect primary/secondary major/minor senior/junior north/east south/east
free/paid friend/enemy ally/enemy advantage/disadvantage benefit/harm profit/loss surplus/deficit supply/demand export/import
birth/death born/died marry/divorce married/single married/divorced odd/even day/night summer/winter spring/autumn
morning/evening guilty/acquitted convict/acquit arrest/release capture/release condemn/praise criticize/praise
up/down upward/downward forward/backward ascend/descend inflow/outflow lead/trail outnumber/trail encourage/discourage
upgrade/downgrade simplify/complicate simple/complex simple/complicated easier/harder widely/rarely abundant/scarce
fertile/barren flat/mountainous stable/unstable stable/volatile peaceful/violent independent/dependent literate/illiterate
democratic/authoritarian coastal/landlocked warmer/colder hotter/colder heavier/lighter deeper/shallower wider/narrower
stronger/weaker richer/poorer cheaper/costlier safer/riskier exceed/trail above-average/below-average obtain/lose
unite/divide merge/separate integrate/segregate centralize/decentralize retain/lose retain/abolish abolish/establish
establish/dissolve found/dissolve ratify/reject repeal/enact impose/lift tighten/loosen adopt/abandon abandon/continue continue/stop
continue/cease resume/halt lose/gain begin/stop begin/cease start/cease launch/stop within/outside together/separately together/apart jointly/separately
recently/long-ago manually/automatically partly/fully partially/fully raise/reduce raise/cut raise/lower cut/raise eldest/youngest eldest/younger steep/flat steep/gentle survive/die
warmest/coldest warm/cold hottest/coldest wettest/driest richest/poorest strongest/weakest fastest/slowest heaviest/lightest deepest/shallowest
highest/shallowest widest/narrowest noisiest/quietest quiet/loud praise/dislike like/dislike win/be-defeated empty/crowded rural/metropolitan
subtract/add multiply/divide minor/serious mild/severe mild/harsh calm/stormy clean/dirty polluted/clean bright/dark sharp/blunt rough/smooth
honest/corrupt brave/cowardly generous/stingy polite/rude humid/dry sparse/dense sparsely/densely thinly/densely lowland/highland
indoors/outdoors onshore/offshore inland/coastal inbound/outbound oldest/youngest earn/lose earn/spend save/waste save/spend honor/insult
reopen/close disappear/emerge vanish/appear recover/deteriorate worsened/improved overestimate/underestimate exceed/miss opponent/supporter
critic/supporter critics/fans ally/rival victory/loss winner/loser buyer/seller lender/borrower employer/employee teacher/student
parent/child doctor/patient landlord/tenant host/guest predator/prey cause/effect cause/cure cure/infect asset/liability advance/retreat invade/withdraw occupy/liberate`

/** Verbs and nouns that prose uses for each other, beyond WordNet's frequent senses. */
const ownSynonyms = `buy/purchase/acquire start/begin/commence/launch end/finish/conclude/terminate big/large/huge/vast small/little/tiny
die/perish/decease help/assist/aid show/demonstrate/indicate/reveal use/utilize/employ get/obtain/acquire/receive
build/construct/erect create/make/produce write/author/pen movie/film picture/film country/nation/state approximately/about/roughly/around
roughly/nearly almost/nearly rise/increase/grow/climb fall/decrease/decline/drop reduce/lower/cut/decrease raise/increase/boost
near/close/nearby almost/virtually main/chief/principal/primary main/major largest/biggest/greatest fast/quick/rapid rapidly/quickly/swiftly
important/significant/crucial key/crucial/vital job/employment/work worker/employee/laborer firm/company/business/corporation car/automobile
doctor/physician child/kid teacher/instructor law/legislation/statute choose/select/pick require/need/demand allow/permit/let
stop/halt/cease ban/prohibit/forbid/outlaw happen/occur live/reside/dwell inhabitant/resident border/adjoin/neighbor about/regarding/concerning
earn/make share/portion/part gather/collect/assemble leave/depart buy/acquire/purchase defeat/beat found/establish/set
establish/create/found hold/contain/possess/have own/possess/have comprise/include/contain/consist consist/compose/comprise
locate/situate lie/locate/situate/sit name/call title/name entitled/titled known/called receive/get win/earn annual/yearly yearly/annually
annually/annual rule/govern/reign lead/head/direct run/operate/manage manage/administer/oversee keep/maintain/retain/preserve
mostly/mainly/largely/primarily/chiefly/predominantly usually/generally/typically/normally often/frequently rarely/seldom quickly/fast
shortly/soon several/some/various numerous/many many/lots since/because because/as although/though/while however/but
approx/approximately people/inhabitants/residents/citizens population/inhabitants percent/percentage provide/supply/offer/give
safeguard/protect/shield damage/harm/injure evaluate/assess improve/enhance/better plan/intend try/attempt/seek purchase/buy
ask/request answer/reply/respond say/state/claim/declare announce/declare/proclaim accept/adopt approve/endorse repair/fix/mend
join/enter quit/resign/leave expand/extend/enlarge enlarge/increase shrink/contract/dwindle sell/vend export/ship transport/carry/convey
agency/office/organization website/site user/visitor customer/client team/group staff/personnel/employees content/material
update/revise/refresh review/examine/inspect test/check/examine guidance/advice/guidelines launch/release publish/release/issue
assist/support make/manufacture/produce manufacture/production chief/head/leader rebel/insurgent soldier/troop military/army
poor/impoverished rich/wealthy/affluent land/territory/terrain mountainous/hilly rain/rainfall/precipitation yearly/annual colony/settlement
independence/sovereignty election/vote/poll coup/overthrow/putsch oust/depose/overthrow/topple seize/capture/take conflict/war fight/battle
agree/consent agreement/accord/treaty/pact peace/truce permit/license ship/vessel street/road journey/trip aircraft/airplane/plane`

/** WordNet's pairs that are no opposites in most prose. */
const notOpposite = `be/differ have/lack have/refuse about/inactive over/unfinished all/whatever give/starve off/satisfactory world/worldwide
work/idle work/malfunction do/make get/leave state/federal people/elite use/waste can/fire know/ignore come/go come/leave
go/stay go/come go/stop year/day see/overlook make/break make/unmake take/give take/refuse take/abstain part/whole hold/let
will/refuse last/middle first/second first/middle second/last male/person other/same new/secondhand local/general national/local`
