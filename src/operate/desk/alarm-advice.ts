import type { Alarm } from '../../shared/alarm.ts'

/** What is wrong beyond the alarms that the log has: what checks of the service and its own books show. */
export type Trouble = Alarm | 'settlement_held' | 'nothing_sold' | 'check' | 'backup_old' | 'gas_low' | 'payment_waits'

export interface Advice {
  /** What has happened, in a sentence. */
  readonly what: string
  /** What to do, in a sentence. */
  readonly todo: string
}

const advice = (what: string, todo: string): Advice => ({ what, todo })

/** Each alarm in two sentences; its section in docs/operate/alarms.md says more. */
export const adviceOn: Readonly<Record<Trouble, Advice>> = {
  backup_old: advice(
    'The newest backup of the ledger is older than two hours.',
    'Look why the last backup failed, and make one: farthing backup.',
  ),
  check: advice('A check of the service fails.', 'Look at /status and at the log: the check says there why it fails.'),
  clock: advice('The clock of this machine is wrong.', 'Start the time service: timedatectl set-ntp true.'),
  database_replaced: advice(
    'The ledger is on another database server, or on an older copy of it.',
    'If the failover was not yours, look at the log of the server, then compare with the chains.',
  ),
  day_nearly_used: advice(
    'Early answers have used 80 % of EARLY_USD_PER_DAY.',
    'Nothing: from 100 % on, answers wait for their settlement.',
  ),
  day_used: advice('Early answers have used up EARLY_USD_PER_DAY.', 'Nothing: answers wait for their settlement until tomorrow (UTC).'),
  disk_full: advice('Little or no room is left on the disk.', 'Make room: old backups and logs first. Sales go on by themselves.'),
  early_answer_owed: advice(
    'An answer was sent before its payment settled, and the payment could not be collected.',
    'Nothing, unless it happens often: then lower the EARLY_USD_… settings.',
  ),
  engine: advice(
    'An engine does not work, and its offers are not sold.',
    'Run farthing doctor: it tries the engine and says how to mend it.',
  ),
  facilitator_lied: advice(
    'The facilitator reported a settlement that is not on the chain.',
    'Stop using it until its provider has explained it.',
  ),
  facilitator_refuses: advice(
    'The facilitator refuses a payment that was checked here.',
    'Compare versions and networks with its provider.',
  ),
  facilitator_silent: advice(
    'The facilitator does not answer, and new payments are refused.',
    'Ask its provider, or set SIGNER_KEY instead of FACILITATOR_URL.',
  ),
  foreign_nonce: advice(
    'Another program used an account nonce of a signer: the key is used in two places, or has leaked.',
    'Stop every other use; if there is none, make a new key and move the gas money.',
  ),
  gas_budget: advice('Settlements have cost today what the settings allow.', 'Wait, or raise GAS_ALLOWANCE_USD_PER_DAY if you know why.'),
  gas_low: advice('The gas money of a signer pays for fewer than 500 settlements.', 'Send it some of the gas coin of the network.'),
  invalid_answer: advice(
    'An offer made an answer that does not fit its schema. Nobody was charged for it.',
    'Look at the upstream of the offer; report it where the offer is of the project.',
  ),
  ledger: advice('The database does not take writes, so nothing is sold.', 'Look at the disk, or at the PostgreSQL server.'),
  no_gas_money: advice(
    'No signer of the network has enough gas money, so nothing is sold there.',
    'Send gas money to the signer that is named below. Settlements go on by themselves.',
  ),
  nothing_sold: advice('No offer with a price can be sold now.', 'Mend what is named beside this; /status shows networks and sources.'),
  old_ledger: advice(
    'The signers have sent transactions that the ledger does not know.',
    'Find out whether an older copy of the ledger is in place, or another program has the key; then compare with the chains.',
  ),
  payment_waits: advice(
    'A payment has been waiting for its settlement for five minutes.',
    'Look at it: it may be settled again from its page.',
  ),
  refund_fails: advice(
    'A payment that is due could not be given back.',
    'Send USDC to the wallet of REFUND_KEY, or raise REFUND_USD_PER_DAY; it is tried again.',
  ),
  rejected: advice('A node refuses a transaction that the service has signed.', 'Try another node in RPC_URL_….'),
  renewal_fails: advice(
    'A worker could not be renewed: a setting or a secret is wrong.',
    'Mend the file that the log names. The old workers go on selling.',
  ),
  reversed: advice('A reorganisation took a settled payment away.', 'Nothing: it is tried again, and booked as a loss where that fails.'),
  settlement_held: advice('Nothing can be sent on the network, so nothing is sold there.', 'Look at the other alarms of this network.'),
  signer: advice('The service that keeps the key of a signer does not sign.', 'Look at that service: docs/operate/signers.md.'),
  source_quota: advice(
    'What may be asked of a source is used up.',
    'Wait, or get a larger plan; other sources are used where there are any.',
  ),
  unreachable: advice('No node of the network answers, so it is not offered.', 'Ask the provider, or add another node to RPC_URL_….'),
  write_unknown: advice(
    'The connection to the database broke during a write. The service looks up what became of it.',
    'Nothing for one; look at the network to the database where there are several.',
  ),
}

export function isTrouble(text: string): text is Trouble {
  return Object.hasOwn(adviceOn, text)
}
