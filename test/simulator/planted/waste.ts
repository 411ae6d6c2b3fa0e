import type { PlantedFault } from './planted-fault.ts'

/** Guards against payers who make us spend gas and work for nothing, each switched off. */
export const wasteFaults: readonly PlantedFault[] = [
  {
    name: 'unsettled-without-limit',
    what: 'lets a new payer have any number of payments unsettled',
    file: 'ledger/payments/claims/claim.sqlite.ts',
    find: 'if (facts.unsettled >= limit) return',
    replace: 'if (facts.unsettled < 0) return',
  },
  {
    name: 'settled-counts-twice',
    what: 'counts what a payer has settled twice, once it is archived',
    file: 'ledger/payments/claims/claim.sqlite.ts',
    find: 'Math.max(facts.settled, input.unchargedRuns.settledHere)',
    replace: 'facts.settled + input.unchargedRuns.settledHere',
  },
  {
    name: 'uncharged-runs-without-limit',
    what: 'lets a payer have any number of runs that end unpaid',
    file: 'ledger/payments/claims/claim.sqlite.ts',
    find: "if (by !== null) return { result: 'too_many_uncharged_runs', by }",
    replace: 'void by',
  },
  {
    name: 'refused-not-counted',
    what: 'does not count a settlement that was refused as an uncharged run',
    file: 'ledger/payments/refuse.ts',
    find: 'if (payment && counted) countUnchargedRun(',
    replace: 'if (payment && counted && at < 0) countUnchargedRun(',
  },
  {
    name: 'budget-always-has-room',
    what: 'sends whatever the gas budget has left',
    file: 'settler/spending/gas-budget.ts',
    find: 'spending.unsettledValue - expense.value })) return null',
    replace: 'spending.unsettledValue - expense.value })) void 0',
  },
  {
    name: 'open-transactions-cost-nothing',
    what: 'does not count open transactions in the gas budget',
    file: 'settler/spending/gas-budget.ts',
    find: 'within(gwei + openGwei + waiting.gwei + worstGwei,',
    replace: 'within(gwei + openGwei * 0n + waiting.gwei + worstGwei,',
  },
  {
    name: 'unsettled-income-stays',
    what: 'does not take back what a payment brought when its block vanishes',
    file: 'ledger/payments/income.ts',
    find: 'if (!isIncome(payment)) return',
    replace: 'if (isIncome(payment)) return',
  },
  {
    name: 'contract-tried-without-fees',
    what: 'tries the payment of a contract as if gas cost nothing, before it accepts it',
    file: 'settler/settle-network.ts',
    find: "gasLimit(policy, network, { kind: 'contract' }), await chain.suggestFees())",
    replace: "gasLimit(policy, network, { kind: 'contract' }), { kind: 'legacy', gasPrice: 0n })",
  },
  {
    name: 'accept-without-asking-the-settler',
    what: 'accepts payments on networks where nothing can be settled',
    file: 'gate/terms/terms.ts',
    find: 'if (!parts.settler.canSettle(network, { amount, newContract })) return newContract ? noContracts : cannotSettle',
    replace: 'void [noContracts, newContract]',
  },
  {
    name: 'send-without-trial',
    what: 'sends transfers whatever their simulation said',
    file: 'settler/queue/dispatch.ts',
    find: 'if (succeeds[index]) return true',
    replace: 'if (succeeds[index] !== undefined) return true',
  },
]
