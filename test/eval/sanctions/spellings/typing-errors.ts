import type { Variant } from './rules.ts'
import type { seeded } from './seeded.ts'

/** The keys beside each key of a QWERTY keyboard. */
const neighbours: Readonly<Record<string, string>> = Object.fromEntries(
  'q=wa w=qes e=wrd r=etf t=ryg y=tuh u=yij i=uok o=ipl p=ol a=qsz s=adw d=sfe f=dgr g=fht h=gjy j=hku k=jli l=ko z=xa x=zcs c=xvd v=cbf b=vng n=bmh m=nj'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** One error each, in a word of at least five letters and not at its beginning, where readers notice errors least. */
export function typingErrors(name: string, random: ReturnType<typeof seeded>): Variant[] {
  const places = [...name.matchAll(/[a-z]{5,}/gu)].flatMap(({ index, 0: word }) =>
    Array.from({ length: word.length - 2 }, (_, at) => index + at + 1),
  )
  if (places.length === 0) return []
  const changed = (kind: string, change: (letter: string, next: string) => string): Variant => {
    const at = random.pick(places)
    return { kind: `typing error: ${kind}`, text: name.slice(0, at) + change(name.charAt(at), name.charAt(at + 1)) + name.slice(at + 2) }
  }
  return [
    changed('neighbouring key', (letter, next) => random.pick([...(neighbours[letter] ?? letter)]) + next),
    changed('letter twice', (letter, next) => letter + letter + next),
    changed('letter left out', (_, next) => next),
    changed('letters swapped', (letter, next) => next + letter),
  ]
}
