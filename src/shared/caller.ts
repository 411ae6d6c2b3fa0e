/**
 * Who causes a run, for sharing what is scarce.
 *
 * settled  a payer that this process has seen settle a payment, so each run costs it something
 * new      any other payer: a wallet costs nothing, so those of one client count together
 * free     a call without a payment
 */
export interface Caller {
  readonly standing: 'settled' | 'new' | 'free'
  /** Key of the client's address. */
  readonly client: string
  /** In lower case; null without a payment. */
  readonly payer: string | null
}

export type Standing = Caller['standing']

/** Of work that nobody asked for, such as the trial of an engine. */
export const ourselves: Caller = { standing: 'settled', client: '', payer: null }

/** What a caller shares with nobody else: a payer that has settled stands for itself, all others for their client. */
export function holderOf({ standing, client, payer }: Caller): string {
  return standing === 'settled' ? (payer ?? '') : client
}
