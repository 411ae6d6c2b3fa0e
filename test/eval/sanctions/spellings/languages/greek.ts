import { otherSpellings, type Variant } from '../rules.ts'

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** ELOT 743 (ISO 843 type 2), as in Greek passports. */
export function romanGreek(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/(?<=[αεη])υ(?=[βγδζλμνραεηιουω])/gu, 'v')
    .replace(/(?<=[αεη])υ/gu, 'f')
    .replace(/ου/gu, 'ou')
    .replace(/γγ/gu, 'ng')
    .replace(/γξ/gu, 'nx')
    .replace(/γχ/gu, 'nch')
    .replace(/\bμπ|(?<=^| )μπ/gu, 'b')
    .replace(/[α-ω]/gu, (letter) => letters[letter] ?? letter)
}

const names = otherSpellings(
  'usual spellings of Greek given names',
  `georgios george giorgos yorgos yiorgos
  ioannis john giannis yannis
  konstantinos constantinos constantine kostas
  dimitrios dimitris demetrios dimitri
  nikolaos nicolaos nikos nicholas
  panagiotis panayiotis
  vasileios vassilios vasilis vassilis basil
  christos hristos
  evangelos vangelis evaggelos
  spyridon spyros spiros
  theodoros theodore
  michail michael mihail mihalis
  athanasios thanasis
  charalampos haralambos charalambos
  anastasios anastassios
  aikaterini ekaterini katerina
  eleni helen
  alexandros alexander`,
  3,
)

export function greek(name: string): Variant[] {
  const roman = romanGreek(name)
  const variants: Variant[] = [
    { kind: 'native script', text: name.toLowerCase() },
    { kind: 'native script without accents', text: name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase() },
    { kind: 'ch as h', text: roman.replace(/ch/gu, 'h') },
    { kind: 'y and i', text: roman.replace(/y/gu, 'i') },
    { kind: 'mp as b', text: roman.replace(/mp/gu, 'mb').replace(/\bmb/gu, 'b') },
    { kind: 'nt as d', text: roman.replace(/nt/gu, 'nd') },
    { kind: 'f as ph', text: roman.replace(/f/gu, 'ph') },
    { kind: 'x as ks', text: roman.replace(/x/gu, 'ks') },
    { kind: 'k as c', text: roman.replace(/k/gu, 'c') },
    { kind: 'g as y before e and i', text: roman.replace(/g(?=[ei])/gu, 'y') },
    { kind: 's doubled', text: roman.replace(/(?<=[aeiou])s(?=[aeio])/gu, 'ss') },
    { kind: 'ai as e, oi and ei as i', text: roman.replace(/(?<!ch)ai/gu, 'e').replace(/[oe]i(?=[^u])/gu, 'i') },
    { kind: 'v as b', text: roman.replace(/v/gu, 'b') },
    ...names(roman),
  ]
  return variants.filter(({ text }) => text !== roman)
}
