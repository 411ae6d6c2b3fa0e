import type { DeskCall } from '../calls/desk-call.ts'
import type { RunCallParts } from '../calls/run-call.ts'
import type { SignInParts } from '../door/sign-in-routes.ts'

export interface PageParts extends SignInParts, RunCallParts {
  readonly calls: readonly DeskCall[]
  readonly timeZone: string
  readonly offers: () => readonly { readonly id: string }[]
  readonly networks: () => readonly { readonly id: string; readonly name: string }[]
  /** The explorer of a network, without a slash at the end. Pages link to it and load nothing from it. */
  readonly explorerOf: (network: string) => string | undefined
}
