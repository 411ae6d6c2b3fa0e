import { noWallet, walletChoice } from '../components/answered.ts'
import { note } from '../components/badge.ts'
import { requestOf, type CallRequest } from './form-request.ts'
import { createPayment, type Payment } from './payment.ts'
import { show } from './show-answer.ts'
import { shownIn } from './terms.ts'
import type { Wallet } from './wallet.ts'

const isPlayMoney = document.body.dataset['money'] === 'play'

/** Pays for the call of this section, step by step, and offers to make it again or to send it once more with the same payment. */
export async function pay(section: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const place = section.querySelector('[data-pay-result]')
  if (!place) return
  button.disabled = true
  try {
    const wallet = await walletFor(place)
    if (wallet === null) return
    const payment = createPayment({ request: callOf(section), shown: shownIn(section), wallet, draw: (content) => show(place, content) })
    await run(payment, () => payment.make(), place)
  } catch (error) {
    show(place, note(error instanceof Error ? error.message : 'The payment could not be made. Nothing was charged.', 'refused'))
  } finally {
    button.disabled = false
    // A button that is disabled loses the focus.
    if (document.activeElement === document.body) button.focus({ preventScroll: true })
  }
}

/** Runs a payment, and then the buttons under it. */
async function run(payment: Payment, work: () => Promise<void>, place: Element): Promise<void> {
  await work()
  for (const [name, action] of [
    ['[data-again]', () => payment.make()],
    ['[data-broken]', () => payment.sendAgain()],
  ] as const)
    place.querySelector(name)?.addEventListener('click', () => void run(payment, action, place), { once: true })
}

/** The play wallet in a sandbox. Otherwise the visitor's own; where there are several, the visitor chooses. */
async function walletFor(place: Element): Promise<Wallet | null> {
  if (isPlayMoney) return (await import('./play-wallet.ts')).playWallet()
  const { announcedWallets, ownWallet } = await import('./own-wallet.ts')
  const wallets = await announcedWallets()
  if (wallets.length === 0) {
    show(place, noWallet)
    return null
  }
  const [only] = wallets
  if (wallets.length === 1 && only) return ownWallet(only)
  show(place, walletChoice(wallets.map(({ info }) => info.name)))
  return new Promise((resolve) => {
    for (const [index, wallet] of wallets.entries())
      place.querySelector(`[data-wallet="${index}"]`)?.addEventListener('click', () => resolve(ownWallet(wallet)))
  })
}

/** The call of the form on this page, or the example's. */
function callOf({ dataset }: HTMLElement): CallRequest {
  const form = document.querySelector<HTMLFormElement>('form[data-call]')
  if (form) return requestOf(form)
  const { method = 'GET', url = '', body = '' } = dataset
  return { method, path: url, body: body === '' ? undefined : body }
}
