/** One entry of the list that is searched. */
export interface ListedName {
  /** The publisher's number. */
  readonly number: string
  /** The primary name as it is listed. */
  readonly name: string
  /** All names of the entry, in lower case: none of them is another spelling. */
  readonly known: ReadonlySet<string>
  readonly isPerson: boolean
  readonly language: Language
  /** The name in Cyrillic or Greek letters, or as Hong Kong romanizes it, where the rules of its language start from there. */
  readonly original?: string
}

export type Language =
  | 'Arabic'
  | 'Persian'
  | 'Dari and Pashto'
  | 'Urdu'
  | 'Russian'
  | 'Ukrainian'
  | 'Chinese'
  | 'Korean'
  | 'Turkish'
  | 'Azerbaijani'
  | 'Greek'
  | 'Spanish'
  | 'Portuguese'
  | 'German'
  | 'Burmese'
  | 'Hebrew'
  | 'Indonesian'
  | 'African, French spelling'
  | 'other'
  | 'organisation'
