import type { DeskCall } from '../calls/desk-call.ts'
import type { RunCallParts } from '../calls/run-call.ts'
import type { SignInParts } from '../door/sign-in-routes.ts'

export interface PageParts extends SignInParts, RunCallParts {
  readonly calls: readonly DeskCall[]
  readonly timeZone: string
  readonly offers: () => readonly { readonly id: string }[]
  readonly networks: () => readonly { readonly id: string; readonly name: string }[]
}
