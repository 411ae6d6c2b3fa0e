import type { Counter, Gauge, Histogram, Metrics } from '../shared/metrics.ts'

/** The settler's numbers about itself. Amounts in USDC base units, gas in gwei of the network's coin. */
export interface SettlerMetrics {
  readonly transactions: Counter
  readonly batchSize: Histogram
  readonly latency: Histogram
  readonly pendingValue: Gauge
  readonly gasSpent: Counter
  readonly gasBudgetLeft: Gauge
  readonly held: Gauge
  readonly bumps: Counter
  readonly poisoned: Counter
  readonly outcomes: Counter
  readonly reversedValue: Counter
  readonly owedValue: Counter
  readonly alarms: Counter
}

export function createSettlerMetrics(metrics: Metrics): SettlerMetrics {
  return {
    transactions: metrics.counter('farthing_settler_transactions_total', 'Settlement transactions stored, by load', ['network', 'load']),
    batchSize: metrics.histogram(
      'farthing_settler_batch_size',
      'Payments in a settlement transaction',
      ['network'],
      [1, 2, 5, 10, 20, 50, 100],
    ),
    latency: metrics.histogram(
      'farthing_settler_latency_seconds',
      'From the hand-over of a payment to its settlement',
      ['network'],
      [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 300],
    ),
    pendingValue: metrics.gauge('farthing_settler_pending_base_units', 'Value of payments on their way', ['network']),
    gasSpent: metrics.counter('farthing_settler_gas_gwei_total', 'Gas paid for mined transactions', ['network', 'signer']),
    gasBudgetLeft: metrics.gauge(
      'farthing_settler_gas_budget_left_base_units',
      'What settlements may still cost today, in USDC base units',
      ['network'],
    ),
    held: metrics.gauge('farthing_settler_held', '1 while nothing can be sent on the network', ['network']),
    bumps: metrics.counter('farthing_settler_fee_bumps_total', 'Transactions replaced at higher fees', ['network']),
    poisoned: metrics.counter('farthing_settler_poisoned_batches_total', 'Mined batches of several in which no payment was settled', [
      'network',
    ]),
    outcomes: metrics.counter('farthing_settler_outcomes_total', 'How payments ended', ['network', 'outcome']),
    reversedValue: metrics.counter('farthing_settler_reversed_base_units_total', 'Value answered and then lost to a reorganisation', [
      'network',
    ]),
    owedValue: metrics.counter(
      'farthing_settler_owed_base_units_total',
      'Value answered before its settlement that could not be collected',
      ['network'],
    ),
    alarms: metrics.counter('farthing_settler_alarms_total', 'What an operator should look at', ['network', 'alarm']),
  }
}
