/** A word during processing: its plain letters, and its letters as spoken. */
export interface RawWord {
  readonly text: string
  readonly spoken: string
  readonly bare: boolean
}

const article = /^(?:al|el|ul)$/
/** The article before a sun letter, to which it assimilates: as-Sadr, ad-Din, ash-Shami. */
const assimilated = /^[aeu](d|r|s|t|z|n|sh|th|dh)$/
const servant = /^abd(?:[uaeo]?l|[uae][rsntz]|oul|u|ou)?$/
const father = /^ab(?:u|ou|oo|i|w)$/
const faith = /^(?:[uae]?[ld]?)?d(?:i|ee|ei|y)ne?$/
const god = /^[aou]l+a?h$/

/**
 * Merges Arabic names whose parts are written apart, together, or with an article in between. Each becomes one word in one form
 * (`abdrahman`, `salahdin`, `nasralah`, `abuwalid`), and separate articles are removed.
 */
export function mergeArabic(words: readonly RawWord[]): RawWord[] {
  const merged: RawWord[] = []
  const push = (form: (spelled: string) => string, ...of: readonly RawWord[]) => {
    const texts = of.map(({ text }) => text).join('')
    const spoken = of.map((word) => word.spoken).join('')
    merged.push({ text: form(texts), spoken: form(spoken), bare: of.some(({ bare }) => bare) })
  }
  const kept = withoutArticles(words)
  for (let index = 0; index < kept.length; index++) {
    const word = kept[index] as RawWord
    const next = kept[index + 1]
    if (next && servant.test(word.text)) {
      push((spelled) => oneForm(spelled), { ...word, text: 'abdul', spoken: 'abdul' }, next)
      index++
    } else if (next && father.test(word.text) && servant.test(next.text) && kept[index + 2]) {
      const servants = { ...next, text: 'abuabd', spoken: 'abuabd' }
      push((spelled) => spelled, servants, kept[index + 2] as RawWord)
      index += 2
    } else if (next && father.test(word.text)) {
      push((spelled) => oneForm(spelled), { ...word, text: 'abu', spoken: 'abu' }, next)
      index++
    } else if (merged.length > 0 && faith.test(word.text)) {
      push((spelled) => oneForm(spelled), merged.pop() as RawWord, { ...word, text: 'uddin', spoken: 'uddin' })
    } else if ((merged.at(-1)?.text.length ?? 0) > 2 && god.test(word.text)) {
      push((spelled) => oneForm(spelled), merged.pop() as RawWord, { ...word, text: 'allah', spoken: 'allah' })
    } else push(oneForm, word)
  }
  return merged
}

/** The last word of a name never counts as an article. */
function withoutArticles(words: readonly RawWord[]): RawWord[] {
  return words.filter(({ text }, index) => {
    const next = words[index + 1]?.text
    if (next === undefined) return true
    const letter = assimilated.exec(text)?.[1]
    return !article.test(text) && !(letter !== undefined && next.startsWith(letter))
  })
}

/** `abdelrahman`, `abdurrahman`: abdrahman; `salaheddine`, `salahuddin`: salahdin; `nasrullah`, `nasrallah`: nasralah. */
function oneForm(word: string): string {
  const [, whom] = /^abd(?:[uaeo]l|[uae][rsntz]|oul)(.{3,})$/.exec(word) ?? []
  if (whom !== undefined) return `abd${whom.replace(/^l(?=l)/, '')}`
  const [, stem] = /^(.{3,}?)[uaei]?d?d(?:i|ee|ei)ne?$/.exec(word) ?? []
  if (stem !== undefined) return `${stem}din`
  const [, of] = /^(.{3,}?)[uaeo]l+ah?$/.exec(word) ?? []
  return of === undefined ? word : `${of}alah`
}
