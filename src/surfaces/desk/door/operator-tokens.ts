import { isSameSecret } from '../../../shared/same-secret.ts'
import { sha256 } from '../../../shared/sha256.ts'
import type { Operator, Scope } from './operator.ts'

/** A token as the settings name it. */
export interface NamedToken {
  readonly name: string
  readonly scope: Scope
  readonly token: string
}

export interface OperatorTokens {
  /** Whose token it is; null for any other text. Each token is compared, so that the time does not say how near a text is to one. */
  find(text: string): Operator | null
  /** Who signed in with the token that has this mark; null where the settings do not have that token any longer. */
  byMark(mark: string): Operator | null
  /** Names the token of an operator without giving it away. */
  markOf(name: string): string
}

export function createOperatorTokens(tokens: readonly NamedToken[]): OperatorTokens {
  const marks = new Map(tokens.map((one) => [one.name, sha256(`session of ${one.token}`)]))
  const operatorOf = ({ name, scope }: NamedToken): Operator => ({ name, scope })
  return {
    find(text) {
      const found = tokens.filter(({ token }) => isSameSecret(text, token))
      return found[0] === undefined ? null : operatorOf(found[0])
    },
    byMark(mark) {
      const found = tokens.find(({ name }) => marks.get(name) === mark)
      return found === undefined ? null : operatorOf(found)
    },
    markOf: (name) => marks.get(name) ?? '',
  }
}
