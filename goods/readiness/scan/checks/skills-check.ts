import { sha256 } from '../../../../src/goods/kit/worker-side.ts'
import { fail, na, pass, unread, warn, type CheckResult } from '../check-result.ts'
import { isPage, jsonOf, type SiteDocument } from '../site-document.ts'
import type { SiteFacts, SkillFacts } from '../site-facts.ts'

const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const sha256Digest = /^sha256:[0-9a-f]{64}$/
const types: readonly unknown[] = ['skill-md', 'archive']

interface SkillEntry {
  readonly name: string
  readonly type: string
  readonly url: string
  readonly digest: string
}

/** The entries of an index of agent skills in the form of 0.2.0; null where it is none, or one of them is malformed. */
export function skillsIn(document: SiteDocument): readonly SkillEntry[] | null {
  const skills = listIn(document)
  return skills?.every(isEntry) ? skills : null
}

function listIn(document: SiteDocument | null): readonly unknown[] | null {
  const skills = document?.kind === 'found' && !isPage(document) ? jsonOf(document)?.['skills'] : null
  return Array.isArray(skills) ? skills : null
}

function isEntry(given: unknown): given is SkillEntry {
  const { name, type, description, url, digest } = (given ?? {}) as Readonly<Record<string, unknown>>
  return (
    typeof name === 'string' &&
    skillName.test(name) &&
    name.length <= 64 &&
    types.includes(type) &&
    typeof description === 'string' &&
    description !== '' &&
    typeof url === 'string' &&
    typeof digest === 'string' &&
    sha256Digest.test(digest)
  )
}

/** Skills are for sites that want to teach agents; others need none. */
export function checkSkills({ skills }: SiteFacts): CheckResult {
  const { index, oldIndex, first } = skills
  if (index.kind === 'unreadable') return unread(`The index of agent skills: ${index.reason}.`)
  if (index.kind === 'absent' || isPage(index)) {
    return listIn(oldIndex) === null
      ? na('The site has no index of agent skills, and needs none.')
      : warn('skills_old', 'The index of agent skills is at /.well-known/skills/index.json only.')
  }
  const list = listIn(index)
  if (list === null || list.length === 0) return fail('skills_broken', 'The index of agent skills lists none.')
  if (list.every((one) => Array.isArray((one as { files?: unknown } | null)?.files)))
    return warn('skills_old', 'The index of agent skills has the form of 0.1, with files in place of url and digest.')
  const entries = skillsIn(index)
  if (entries === null) return fail('skills_broken', 'An entry of the index lacks a name, type, description, url or digest.')
  const told = `The index has ${entries.length} agent ${entries.length === 1 ? 'skill' : 'skills'}`
  return first === null ? pass(`${told}; none of them is a file of this site, so none was read.`) : checkSkill(first, told)
}

function checkSkill({ entry, answer }: NonNullable<SkillFacts['first']>, told: string): CheckResult {
  if (answer.kind === 'unreadable') return unread(`The skill ${entry.name}: ${answer.reason}.`)
  const { status, body, mediaType } = answer.answer
  if (status === 401 || status === 403 || status === 429 || status >= 500) return unread(`The skill ${entry.name}: status ${status}.`)
  if (status !== 200 || mediaType === 'text/html')
    return fail('skill_missing', `The skill ${entry.name} is answered with ${status} and no Markdown.`)
  if (`sha256:${sha256(body)}` !== entry.digest)
    return fail('skill_digest_wrong', `The skill ${entry.name} has another hash than the index says.`)
  const [, front = ''] = /^---\r?\n([^]{0,8000}?)\r?\n---/.exec(new TextDecoder().decode(body.subarray(0, 16_384))) ?? []
  const [name, description] = ['name', 'description'].map(
    (member) => new RegExp(`^${member}:[ \\t]*["']?(\\S.*?)["']?[ \\t]*$`, 'm').exec(front)?.[1],
  )
  if (name !== entry.name || description === undefined)
    return warn('skill_front_matter', `The skill ${entry.name} lacks its name or a description in its front matter.`)
  return pass(`${told}; ${entry.name} has the hash that it says, with a name and a description.`)
}
