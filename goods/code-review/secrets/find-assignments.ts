import type { FoundSecret } from './found-secret.ts'
import { isNoSecret } from './no-secret.ts'
import { entropyOf, isPlaceholder } from './placeholders.ts'

/** `name = "value"`, `"name": "value"`, `name: 'value'`, `name => "value"`, `NAME=value` of an environment file. */
const quoted =
  /(?<![\w.-])["'`]?(?<name>[A-Za-z_][\w.-]{0,60})["'`]?\]?\s{0,4}(?::\s{0,2}[A-Za-z]{1,12}\s{0,2})?(?:=>|:=|=|:)\s{0,4}[brfu]{0,2}(?<quote>["'`])(?<value>[^"'`\r\n]{4,200})\k<quote>/g
const environment = /^(?:export )?(?<name>[A-Z][A-Z0-9_]{2,60})=(?<value>[^\s"'#$`()]{8,200})[ \t]*$/gm

const ofPassword = /(?:^|[_.-]|[a-z](?=P))(?:password|passwd|passphrase|pwd)\d?$/i
const ofSecret =
  /(?:^|[_.-]|[a-z](?=[STAKC]))(?:secret|secret_?key|token|api_?key|apikey|access_?key|auth_?key|private_?key|client_?secret|credentials?|signing_?key|encryption_?key)\d?$/i
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Values that are given to names such as `password` and `api_key`. The name decides, and how random the value looks. */
export function findAssignments(text: string): FoundSecret[] {
  return [...text.matchAll(quoted), ...text.matchAll(environment)].flatMap((match) => {
    const { name = '', value = '' } = match.groups ?? {}
    const judged = judge(name, value)
    if (!judged) return []
    const from = match.index + match[0].lastIndexOf(value)
    return [{ ...judged, from, to: from + value.length, shown: 0 }]
  })
}

function judge(name: string, value: string): Pick<FoundSecret, 'id' | 'title' | 'severity' | 'confidence'> | null {
  if (isPlaceholder(value) || uuid.test(value) || /\s|[<>(){};,]/.test(value) || isNoSecret(name, value)) return null
  if (ofPassword.test(name)) {
    const confidence = /\d/.test(value) && /[A-Za-z]/.test(value) ? 0.75 : 0.55
    return { id: 'password', title: 'A password in the code', severity: 'medium', confidence }
  }
  if (!ofSecret.test(name) || value.length < 16 || !isRandom(value)) return null
  return { id: 'assigned', title: 'A secret in the code', severity: 'high', confidence: entropyOf(value) > 4 ? 0.8 : 0.65 }
}

function isRandom(value: string): boolean {
  if (/^[\da-f]+$/i.test(value)) return value.length >= 24 && entropyOf(value) > 3
  return /\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value) > 3.4
}
