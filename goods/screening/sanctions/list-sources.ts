/** The sources of all lists of sanctions, by their ids. */
export const listSources = ['ofac', 'eu-sanctions', 'un-sanctions', 'uk-sanctions'] as const

/** Those that screening needs. The list of the UN is known through the others as well. */
export const neededLists = { ofac: [], 'eu-sanctions': [], 'uk-sanctions': [] } as const
