import type { AnyOffer } from '../../offers/offer.ts'
import type { Timers } from '../../shared/clock.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'

/** The part of an offer's deadline that a call waits for the first trial of its engine. The rest is for the payment and the work. */
const shareForTrial = 0.5

/** Whether nobody knows yet if the engine of an offer works. */
export function isUntried({ engine }: AnyOffer): boolean {
  return engine?.standing() === 'untried'
}

/** Waits until the engine of an offer has been tried, or for half of the time that a call may take. */
export async function awaitTrial(offer: AnyOffer, timers: Timers): Promise<void> {
  if (!isUntried(offer)) return
  let cancel: () => void = () => {}
  const late = new Promise<void>((resolve) => {
    cancel = timers.after(offer.deadlineMs * shareForTrial, resolve)
  })
  await Promise.race([offer.engine?.tried(), late])
  cancel()
}

/** The engine is still being tried. Nothing was claimed for this call, so its payment stays usable. */
export function untried(offer: AnyOffer): Refusal {
  return refusalOf('offer_unavailable', `${offer.title} is not sold yet: what computes it is still being tried.`, { retryAfter: 5 })
}
