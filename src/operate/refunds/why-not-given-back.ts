/** Why a payment was not given back, in words for an operator. */
export const whyNotGivenBack: Readonly<Record<string, string>> = {
  switched_off: 'the service gives nothing back: REFUND_KEY is not set',
  no_such_receipt: 'there is no such receipt',
  no_credit: 'it is no credit: we answered it, gave it back already, or are at work on it',
  not_final: 'its settlement is not final yet; try again in some minutes',
  over_day_limit: 'REFUND_USD_PER_DAY is used up for today',
  over_payer_limit: 'REFUND_USD_PER_PAYER_PER_DAY is used up for this payer today',
  network_unavailable: 'nothing can be sent on its network now',
  cost_unknown: 'the cost of sending it is not known now',
  worth_less_than_its_cost: 'sending it costs more than it is worth',
  wallet_empty: 'the wallet of REFUND_KEY holds too little USDC on its network',
  paid_already: 'the wallet of REFUND_KEY has paid this refund already, by another ledger or before this one was restored',
}
