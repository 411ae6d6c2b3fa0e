import pino from 'pino'

const log = pino()

export function pay(card: { number: string; cvv: string }, amount: number): void {
  log.debug({ amount, cvv: card.cvv }, 'paying')
  send(card, amount)
}

declare function send(card: object, amount: number): void
