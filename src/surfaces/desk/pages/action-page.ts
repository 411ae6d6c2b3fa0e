import { note } from '../../console/components/badge.ts'
import { inputSchema } from '../api/openapi-of-desk.ts'
import { pathNames, type DeskCall } from '../calls/desk-call.ts'
import type { Session } from '../door/sessions.ts'
import { formField } from './frame.ts'
import { html, nothing, type Html } from './words.ts'

export interface ActionFacts {
  readonly base: string
  readonly session: Session
  /** What the query or the form gave. */
  readonly given: Readonly<Record<string, string>>
}

/** What a dry run said: what will be done, or why it can't. */
export type Foreseen = { readonly will: readonly string[] } | { readonly cannot: string }

/** Fields that the page itself uses. */
const own: ReadonlySet<string> = new Set(['form-token', 'checked', 'dryRun'])

/** The members of a call's input that an operator fills in on the page. */
export function editableFields(call: DeskCall): readonly string[] {
  const { properties = {} } = inputSchema(call)
  const fixed = new Set([...pathNames(call), 'dryRun', 'on', 'about'])
  return Object.keys(properties).filter((name) => !fixed.has(name))
}

export function hasDryRun(call: DeskCall): boolean {
  return Object.hasOwn(call.input.shape, 'dryRun')
}

/** What was given for a call, without the fields of the page. */
export function inputOfForm(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !own.has(name) && value !== ''))
}

/** Says what will be done, to what, and asks once. @param foreseen null while fields are still to be filled in */
export function actionMain(call: DeskCall, foreseen: Foreseen | null, facts: ActionFacts): Html {
  const { base, session, given } = facts
  const to = `${base}/operator/do/${call.id}`
  const input = Object.entries(inputOfForm(given))
  return html`<h1>${call.title}</h1>
    <p>${call.purpose}</p>
    ${fieldsForm(call, to, facts)}
    ${
      foreseen === null
        ? nothing
        : 'cannot' in foreseen
          ? note(foreseen.cannot, 'refused')
          : html`<h2>What will be done</h2>
              <ul>
                ${foreseen.will.map((line) => html`<li>${line}</li>`)}
              </ul>
              <form method="post" action="${to}">
                ${formField(session.formToken)}
                ${input.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
                <p class="actions">
                  <button type="submit">${call.title}</button>
                  <a href="${back(facts)}">Do nothing</a>
                </p>
              </form>`
    }`
}

/** The fields that are still open; sending them shows what would be done. */
function fieldsForm(call: DeskCall, to: string, { given }: ActionFacts): Html | string {
  const names = editableFields(call)
  if (names.length === 0) return nothing
  const { properties = {}, required = [] } = inputSchema(call)
  const kept = Object.entries(inputOfForm(given)).filter(([name]) => !names.includes(name))
  return html`<form method="get" action="${to}" class="fields">
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <input type="hidden" name="checked" value="yes" />
    ${names.map(
      (name) =>
        html`<div class="field">
          <label for="${name}">${name}${required.includes(name) ? nothing : html` <span class="optional">optional</span>`}</label>
          <p class="hint" id="${name}-hint">${hintOf(properties[name])}</p>
          <input id="${name}" name="${name}" value="${given[name] ?? ''}" aria-describedby="${name}-hint" autocomplete="off" />
        </div>`,
    )}
    <div class="actions"><button type="submit" class="plain">See what it would do</button></div>
  </form>`
}

/** The page after it: what came of it. */
export function doneMain(call: DeskCall, lines: readonly string[], isDone: boolean, facts: ActionFacts): Html {
  return html`<h1>${call.title}</h1>
    ${isDone ? nothing : note('It was not done.', 'refused')}
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
    <p><a href="${back(facts)}">Go on</a> <a href="${facts.base}/operator/audit?kind=ordered">The audit trail</a></p>`
}

function back({ base, given }: ActionFacts): string {
  const { receipt, offer, network } = given
  if (receipt !== undefined) return `${base}/operator/payments/${encodeURIComponent(receipt)}`
  if (given['usd'] !== undefined) return `${base}/operator/prices`
  return offer !== undefined || network !== undefined ? `${base}/operator/switches` : `${base}/operator`
}

function hintOf(schema: Readonly<Record<string, unknown>> | undefined): string {
  const description = schema?.['description']
  return typeof description === 'string' ? description : ''
}
