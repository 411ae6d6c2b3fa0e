import type { Store } from '../../store/store.ts'
import type { HookEvent } from './hook-event.ts'
import {
  addHook,
  dueHooks,
  endHook,
  failHook,
  keepHooks,
  listHooks,
  redeliverHooks,
  type AddHookInput,
  type DueHooksInput,
  type FailHookInput,
  type ListHooksInput,
  type RedeliverHooksInput,
} from './hook-queue.ts'

/** Events that wait to be delivered. Payments leave theirs in the unit that settles, refuses, reverses or gives back. */
export interface HookQueue {
  /** Whether payments leave events from now on. */
  keepHooks(input: { readonly on: boolean }): Promise<void>
  /** An event that no payment leaves. The same id again adds nothing. */
  addHook(input: AddHookInput): Promise<void>
  dueHooks(input: DueHooksInput): Promise<HookEvent[]>
  endHook(input: { readonly id: string }): Promise<void>
  failHook(input: FailHookInput): Promise<void>
  /** Returns how many are tried again. */
  redeliverHooks(input: RedeliverHooksInput): Promise<number>
  listHooks(input: ListHooksInput): Promise<HookEvent[]>
}

export function hookQueue(store: Store): HookQueue {
  return {
    keepHooks: (input) => store.write(keepHooks, input),
    addHook: (input) => store.write(addHook, input),
    dueHooks: (input) => store.read(dueHooks, input),
    endHook: (input) => store.write(endHook, input),
    failHook: (input) => store.write(failHook, input),
    redeliverHooks: (input) => store.write(redeliverHooks, input),
    listHooks: (input) => store.read(listHooks, input),
  }
}
