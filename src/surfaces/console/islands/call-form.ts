import { answerShown, loading, offline } from '../components/answered.ts'
import { note } from '../components/badge.ts'
import { requestOf } from './form-request.ts'
import { sendCall } from './send-call.ts'
import { show } from './show-answer.ts'

/** Makes the call of an offer's form, and shows its answer below it. */
export function startCalls(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-call]')) {
    const place = document.querySelector('[data-call-result]')
    if (!place) continue
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void answer(form, place)
    })
  }
}

async function answer(form: HTMLFormElement, place: Element): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  if (button) button.disabled = true
  show(place, loading)
  try {
    show(place, answerShown(await sendCall(requestOf(form))))
  } catch (error) {
    show(place, error instanceof TypeError ? offline : note(wordsOf(error), 'refused'))
  } finally {
    if (button) button.disabled = false
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The call could not be made.'
}
