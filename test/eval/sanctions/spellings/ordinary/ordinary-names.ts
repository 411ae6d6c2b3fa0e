import { seeded } from '../seeded.ts'
import { wordsKey } from '../words-key.ts'
import { asiaAndAfrica } from './asia-and-africa.ts'
import { easternEurope } from './eastern-europe.ts'
import type { People } from './people.ts'
import { westernEurope } from './western-europe.ts'

export const peoples: readonly People[] = [...westernEurope, ...easternEurope, ...asiaAndAfrica]

/**
 * Names that many unlisted people have: this many in all, as many of each language, drawn without repetition. Names that are listed in exactly
 * these words are left out.
 */
export function ordinaryNames(count: number, listed: ReadonlySet<string>): { readonly language: string; readonly name: string }[] {
  const random = seeded('ordinary names')
  const each = Math.ceil(count / peoples.length)
  const drawn = peoples.flatMap(({ language, given, family, isFamilyFirst = false }) => {
    const all = given.flatMap((one) => family.map((other) => (isFamilyFirst ? `${other} ${one}` : `${one} ${other}`)))
    const unlisted = [...new Set(all)].filter((name) => !listed.has(wordsKey(name)))
    return random
      .shuffled(unlisted)
      .slice(0, each)
      .map((name) => ({ language, name }))
  })
  return random.shuffled(drawn).slice(0, count)
}
