import { describe } from 'vitest'
import { archivedDaysContract } from './contract/archived-days.contract.ts'
import { archiveContract } from './contract/archive.contract.ts'
import { auditContract } from './contract/audit.contract.ts'
import { claimContract } from './contract/claim.contract.ts'
import { countsContract } from './contract/counts.contract.ts'
import { countersContract } from './contract/counters.contract.ts'
import { deliveriesContract } from './contract/deliveries.contract.ts'
import { hooksContract } from './contract/hooks.contract.ts'
import { coverContract } from './contract/cover.contract.ts'
import { readingContract } from './contract/reading.contract.ts'
import { refundsContract } from './contract/refunds.contract.ts'
import { reconcileContract } from './contract/reconcile.contract.ts'
import { settledFirstContract } from './contract/settled-first.contract.ts'
import { creditPaidContract } from './contract/credit-paid.contract.ts'
import { creditContract } from './contract/credit.contract.ts'
import { earlyContract } from './contract/early.contract.ts'
import { freeCallContract } from './contract/free-call.contract.ts'
import { historyContract } from './contract/history.contract.ts'
import { instancesContract } from './contract/instances.contract.ts'
import { payersContract } from './contract/payers.contract.ts'
import { settlementContract } from './contract/settlement.contract.ts'
import { slotsContract } from './contract/slots.contract.ts'
import { theftContract } from './contract/theft.contract.ts'
import { transferAuthorizationContract } from './contract/transfer-authorization.contract.ts'
import { transfersContract } from './contract/transfers.contract.ts'
import { transitionsContract } from './contract/transitions.contract.ts'
import type { OpenLedger } from './contract/open-ledger.fixture.ts'

/** What every engine must do under the ledger; `open` gives an empty one, which each test closes. */
export function ledgerContract(engine: string, open: OpenLedger): void {
  describe(`ledger on ${engine}`, () => {
    claimContract(open)
    coverContract(open)
    freeCallContract(open)
    transitionsContract(open)
    transfersContract(open)
    transferAuthorizationContract(open)
    creditContract(open)
    theftContract(open)
    payersContract(open)
    settlementContract(open)
    settledFirstContract(open)
    refundsContract(open)
    reconcileContract(open)
    earlyContract(open)
    slotsContract(open)
    instancesContract(open)
    countersContract(open)
    countsContract(open)
    deliveriesContract(open)
    hooksContract(open)
    archiveContract(open)
    archivedDaysContract(open)
    auditContract(open)
    historyContract(open)
    readingContract(open)
    creditPaidContract(open)
  })
}
