/** The sources that are national registers, and lists beside them. */
export const registerSources = [
  'brreg',
  'prh',
  'ares',
  'recherche-entreprises',
  'krs',
  'pl-white-list',
  'rpo',
  'ariregister',
  'latvia-ur',
  'companies-house',
] as const
