import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { guessLanguage } from './guess-language.ts'
import type { Language, ListedName } from './listed-name.ts'

const text = z.string().default('')
const value = z.object({ VALUE: z.array(z.string()).default([]) })
const entry = z.object({
  DATAID: z.string(),
  FIRST_NAME: text,
  SECOND_NAME: text,
  THIRD_NAME: text,
  FOURTH_NAME: text,
  UN_LIST_TYPE: text,
  NAME_ORIGINAL_SCRIPT: text,
  NATIONALITY: z.union([value, z.string()]).optional(),
  INDIVIDUAL_ALIAS: z.array(z.union([z.object({ ALIAS_NAME: text }), z.string()])).default([]),
  ENTITY_ALIAS: z.array(z.union([z.object({ ALIAS_NAME: text }), z.string()])).default([]),
})
const list = z.object({
  CONSOLIDATED_LIST: z.object({
    INDIVIDUALS: z.object({ INDIVIDUAL: z.array(entry) }),
    ENTITIES: z.object({ ENTITY: z.array(entry) }),
  }),
})

const lists = new Set(['INDIVIDUAL', 'ENTITY', 'INDIVIDUAL_ALIAS', 'ENTITY_ALIAS', 'VALUE'])
const parser = new XMLParser({ parseTagValue: false, isArray: (tag) => lists.has(tag) })

/**
 * The entries of a list in the format of the UN.
 * @throws ZodError if it is in another format.
 */
export function readList(xml: string): ListedName[] {
  const { INDIVIDUALS, ENTITIES } = list.parse(parser.parse(xml)).CONSOLIDATED_LIST
  return [...INDIVIDUALS.INDIVIDUAL.map((one) => listedName(one, true)), ...ENTITIES.ENTITY.map((one) => listedName(one, false))]
}

function listedName(one: z.infer<typeof entry>, isPerson: boolean): ListedName {
  const { FIRST_NAME, SECOND_NAME, THIRD_NAME, FOURTH_NAME, NAME_ORIGINAL_SCRIPT: script } = one
  const name = [FIRST_NAME, SECOND_NAME, THIRD_NAME, FOURTH_NAME].map(tidy).filter(Boolean).join(' ')
  const aliases = [...one.INDIVIDUAL_ALIAS, ...one.ENTITY_ALIAS].map((alias) => (typeof alias === 'string' ? '' : tidy(alias.ALIAS_NAME)))
  const nationality = typeof one.NATIONALITY === 'object' ? (one.NATIONALITY.VALUE[0] ?? '') : ''
  const language: Language = isPerson ? guessLanguage(name, nationality, one.UN_LIST_TYPE) : 'organisation'
  const known = new Set([name, tidy(script), ...aliases].map((known) => known.toLowerCase()))
  const original = language === 'Russian' && /^[\p{Script=Cyrillic} ]+$/u.test(script) ? { original: familyLast(tidy(script)) } : {}
  return { number: one.DATAID, name, known, isPerson, language, ...original }
}

function tidy(text: string): string {
  // Some parts of names are given as not available.
  if (text.trim() === 'na') return ''
  return text.replaceAll('\u00a0', ' ').replace(/\s+/gu, ' ').trim()
}

/** Some entries begin with the family name: then the patronymic is last. */
function familyLast(name: string): string {
  const words = name.split(' ')
  return /(?:вич|вна)$/u.test(words.at(-1) ?? '') ? [...words.slice(1), words[0]].join(' ') : name
}
