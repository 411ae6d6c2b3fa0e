import { failedCallSentence } from '../payment/settlement-rule.ts'
import { sha256 } from '../../shared/sha256.ts'
import { howToPay } from './how-to-pay.ts'
import { priceInWords, serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'

/** Bytes. An agent reads a skill whole, beside its task. */
const maxBytes = 8_000

/** The folder of a skill has its name. */
const skillName = 'farthing'
export const skillPath = `/.well-known/agent-skills/${skillName}/SKILL.md`

/** Characters, by the specification of agent skills. */
const maxDescription = 1_024

/** When an agent should read the skill: what is for sale, as much as there is room for. In front matter, so without a colon before a blank. */
function describe(facts: ServiceFacts): string {
  let text = `${plain(serviceDescription(facts))} Use it for`
  for (const { title } of facts.offers) {
    const more = ` ${plain(title)};`
    if (text.length + more.length > maxDescription) break
    text += more
  }
  return text.replace(/;$/, '')
}

const plain = (text: string) => text.replaceAll(': ', ', ')

/** `/SKILL.md` (agentskills.io): when to use this service, what it sells and how to pay. As many offers as there is room for. */
export function skillMd(facts: ServiceFacts): string {
  const { offers, publicUrl, freeCallsPerDay } = facts
  const lines = offers.map(
    (offer) =>
      `- \`${offer.method} ${offer.template}\` ${offer.title}, ${priceInWords(offer, freeCallsPerDay).replace(/ on all such routes together/, '')}\n`,
  )
  const head = `---
name: ${skillName}
description: ${describe(facts)}
---

# ${serviceName(facts)}

${serviceDescription(facts)}
${facts.playMoney ? '\n`GET /sandbox` lends a wallet with play money.\n' : ''}
Base address: ${publicUrl}. As MCP tools: ${publicUrl}/mcp.

## How to pay

${howToPay(facts).join('\n')}
- ${failedCallSentence(offers)} The identical request with the identical payment is never charged twice.
- \`?detail=brief\` shortens a JSON answer.

## Routes

`
  const tail = (left: number) => `${left > 0 ? `\n${left} more routes are in ${publicUrl}/llms.txt.\n` : ''}
Before the first call of a route, read its input and example: ${publicUrl}/v1/agent/discovery?offer= and its id. Every route with code: ${publicUrl}/examples
`
  for (let shown = lines.length; ; shown--) {
    const text = head + lines.slice(0, shown).join('') + tail(lines.length - shown)
    if (Buffer.byteLength(text) < maxBytes || shown === 0) return text
  }
}

/** `/.well-known/agent-skills/index.json` (Agent Skills Discovery 0.2.0). @param skill the bytes that are served */
export function skillsIndex(facts: ServiceFacts, skill: string) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: skillName,
        type: 'skill-md',
        description: describe(facts),
        url: `${facts.publicUrl}${skillPath}`,
        digest: `sha256:${sha256(skill)}`,
      },
    ],
  }
}
