import { stem } from '../stem.ts'

/** Countries, their people and their abbreviations, where these do not begin alike. */
const aliases = `us usa america american states; uk britain british england english kingdom; netherland dutch holland; french france; german germany
deutschland; spanish spain spaniard; greek greece hellenic; swiss switzerland; danish denmark dane; polish poland pole; turkish turkey turk;
welsh wale; irish ireland; scottish scotland scot; norwegian norway; swedish sweden swede; finnish finland finn; chinese china prc;
filipino philippin philippine; thai thailand siam; burmese burma myanmar; persian iran iranian; peruvian peru; portuguese portugal; czech
czechia bohemia; un nations; eu europe european; soviet ussr russia russian; japanese japan; mexican mexico; brazilian brazil; nyc york;
la angele; dc washington; xmas christmas; bill william; bob robert; jim jame; mike michael; tom thoma; tony anthony; kate katherine;
liz elizabeth; joe joseph; dan daniel; dave david; steve steven stephen; ed edward; ben benjamin; sam samuel; chris christopher; matt
matthew; nick nicholas; rick richard; dick richard; ted edward theodore; jack john; jon jonathan; ron ronald; ken kenneth; andy andrew`

const groups = new Map<string, Set<number>>()
for (const [index, line] of aliases.split(';').entries()) {
  for (const word of line.trim().split(/\s+/)) {
    const key = stem(word)
    groups.set(key, (groups.get(key) ?? new Set()).add(index))
  }
}

/** Whether two stems can be one name: equal, a country and its people (`ital`, `italian`), or known aliases. */
export function isSameName(one: string, other: string): boolean {
  if (one === other) return true
  const others = groups.get(other)
  if (others !== undefined && [...(groups.get(one) ?? [])].some((group) => others.has(group))) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < 4) return false
  const trunk = short.replace(/(?:ia|ea|a|i|o|y)$/u, '')
  return (
    trunk.length >= 4 &&
    long.startsWith(trunk) &&
    /^(?:[aeiouy]?n|[aeiouy]*(?:an|ese|ish|ic|er|i|ite|ian|ean|s|es))?$/u.test(long.slice(trunk.length))
  )
}
