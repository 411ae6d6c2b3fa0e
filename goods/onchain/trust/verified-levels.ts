import type { Sign } from '../addresses/conduct/conduct.ts'
import { isTrue, type Observed } from '../addresses/observed.ts'
import { recommend, type Recommendation } from '../../../src/goods/kit/answers.ts'
import type { Observations } from './observations.ts'

/** From the weakest to the strongest. */
export const verifiedLevels = ['registered', 'file', 'domain', 'operator'] as const

export type VerifiedLevel = (typeof verifiedLevels)[number]

/** What is known of who an address is. Null: that is not read yet. */
export type VerifiedLevels = Readonly<Record<VerifiedLevel, boolean | null>>

export function levelsOf({ identity, operator }: Pick<Observations, 'identity' | 'operator'>): VerifiedLevels {
  const { confirmed } = operator
  const isRegistered = isTrue(identity.registered)
  const isBound = isRegistered && isTrue(identity.fileNamesAgent)
  return {
    registered: valueOf(identity.registered),
    // A file counts only for an agent that the address holds, and a domain only for an agent with a file of its own.
    file: valueOf(identity.fileNamesAgent) === true ? isRegistered : valueOf(identity.fileNamesAgent),
    domain: valueOf(identity.domainProven) === true ? isBound : valueOf(identity.domainProven),
    operator: confirmed.state === 'observed' ? confirmed.value !== null : null,
  }
}

/** The strongest level that holds; null where none does and not all could be read. */
export function strongestLevel(levels: VerifiedLevels): VerifiedLevel | 'none' | null {
  const held = verifiedLevels.findLast((level) => levels[level] === true)
  if (held) return held
  return Object.values(levels).includes(null) ? null : 'none'
}

/** What to do about the identity of an address. */
export function recommendIdentity({
  blocked,
  fraud,
  level,
}: {
  readonly blocked: boolean
  readonly fraud: readonly Sign[]
  readonly level: VerifiedLevel | 'none' | null
}): Recommendation {
  const [sign] = fraud
  if (blocked) return recommend('do_not_deal', 'This address is on a sanctions list, or the issuer of USDC has blacklisted it.')
  if (sign) return recommend('do_not_deal', `This address shows a sign of fraud: it ${sign.detail}.`)
  if (level === null)
    return recommend('unknown', 'The agent registries, or the files of the agent, are not read yet. Ask again in a minute.')
  return recommend(...advice[level])
}

const advice: Readonly<Record<VerifiedLevel | 'none', readonly [Recommendation['action'], string]>> = {
  none: ['unknown', 'This address holds no agent in the registries, so nothing shows who is behind it.'],
  registered: ['check_first', 'It holds an agent, and no file of the agent confirms that. Anybody can register an agent.'],
  file: ['check_first', 'The file of the agent names the agent, and no domain does. Anybody can write such a file.'],
  domain: ['go_ahead', 'A domain of the agent names the agent, and the holder of that domain stands behind it.'],
  operator: ['go_ahead', 'The operator of this service has confirmed who is behind this address.'],
}

function valueOf<T>(one: Observed<T>): T | null {
  return one.state === 'observed' ? one.value : null
}
