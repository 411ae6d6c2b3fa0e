import { z } from 'zod'
import { schemasOf } from '../offer-schemas.ts'
import type { AnyOffer } from '../offer.ts'
import { maxBriefMembers, maxCharactersOfNames } from './brief-answer.ts'
import { detailParameter } from './detail.ts'
import { membersOf, stepsOf } from './member-path.ts'

type Json = Readonly<Record<string, unknown>>

/** What is wrong with the declaration of an offer's short form, in words; empty when nothing is. */
export function checkBrief(offer: AnyOffer): string[] {
  const { brief, document, answers } = offer
  const taken = takesDetail(offer) && !answers ? [`its input has a member "${detailParameter}", which every offer has`] : []
  if (brief === undefined) return document ? [...taken, 'an answer that is a document says why it has no short form'] : taken
  if ('none' in brief) return document || answers ? taken : [...taken, 'only an answer that is a document may have no short form']
  if (document) return [...taken, 'an answer that is a document has no short form']
  const members = membersOf(brief)
  return [
    ...taken,
    ...(members.length > maxBriefMembers ? [`its short form has more than ${maxBriefMembers} members`] : []),
    ...(members.map(({ names }) => names.join('.')).join('","').length > maxCharactersOfNames
      ? [`the members of its short form have names of more than ${maxCharactersOfNames} characters in all`]
      : []),
    ...(brief.some((path) => path.split(/[.[{]/)[0] === 'meta') ? ['its short form names meta, which is always there'] : []),
    ...missingPaths(offer, brief).map((path) => `its short form names "${path}", which its answer does not have`),
  ]
}

function takesDetail({ path, query, body }: AnyOffer): boolean {
  return [path, query, body].some((schema) => schema instanceof z.ZodObject && Object.hasOwn(schema.shape, detailParameter))
}

function missingPaths(offer: AnyOffer, paths: readonly string[]): string[] {
  let answer: Json
  try {
    answer = schemasOf(offer).answer ?? {}
  } catch {
    // Another check says that the schema can't be described.
    return []
  }
  return paths.filter((path) => !leadsSomewhere(answer, stepsOf(path)))
}

/** Whether some value that fits the schema may have a member at these steps. */
function leadsSomewhere(schema: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true
  if (typeof schema !== 'object' || schema === null) return false
  const { anyOf, oneOf, items, additionalProperties, properties } = schema as Json
  const below = step === '[]' || step === '[-]' ? items : step === '{}' ? additionalProperties : (properties as Json | undefined)?.[step]
  if (below !== undefined && leadsSomewhere(below, rest)) return true
  const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
  return alternatives.some((one) => leadsSomewhere(one, [step, ...rest]))
}
