/** Given names and family names that are common in one language. Every given name goes with every family name. */
export interface People {
  readonly language: string
  readonly given: readonly string[]
  readonly family: readonly string[]
  /** The family name is written first. */
  readonly isFamilyFirst?: boolean
}

/** Both lists are separated by spaces; an underscore is a space within a name. */
export function people(language: string, given: string, family: string, options: { isFamilyFirst?: boolean } = {}): People {
  const split = (text: string) =>
    text
      .trim()
      .split(/\s+/)
      .map((name) => name.replaceAll('_', ' '))
  return { language, given: split(given), family: split(family), ...options }
}
