/** One line of the service made wrong on purpose, to see that the simulator catches it. */
export interface PlantedFault {
  readonly name: string
  /** What the service does wrong then. */
  readonly what: string
  /** Within `src/`, and what stands there exactly once. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'answer-before-settlement',
    what: 'gives the answer out when it is ready, and settles never mind when',
    file: 'gate/paid-call.ts',
    find: 'return settle(ended, repeat.question, stored)',
    replace: "return { kind: 'answer', ...stored, payment: ended, replay: false }",
  },
  {
    name: 'claim-what-is-claimed',
    what: 'lets a payment in flight be claimed once more',
    file: 'ledger/claim.ts',
    find: 'filter((holder) => holder !== undefined)',
    replace: "filter((holder) => holder !== undefined && holder.state !== 'claimed')",
  },
  {
    name: 'trust-the-status',
    what: 'takes a successful receipt for the settlement of all that are in it',
    file: 'settler/conclude.ts',
    find: 'if (proof === undefined || !paysUs(payment, { ...proof, from: proof.payer })) continue',
    replace:
      "if (receipt.status !== 'success') continue; const { logIndex = 0, occurrence = 0 } = proof ?? {}; paid.set(payment.id, { transaction: receipt.hash, blockNumber: receipt.blockNumber, blockHash: receipt.blockHash, logIndex, occurrence }); if (!proof) continue",
  },
  {
    name: 'forget-reorganisations',
    what: 'never looks whether the block of a settlement still stands',
    file: 'settler/finality.ts',
    find: 'vanished.push(block)',
    replace: 'void block',
  },
  {
    name: 'final-at-once',
    what: 'takes every block that it sees again for final',
    file: 'settler/finality.ts',
    find: 'if (block.number <= final) {',
    replace: 'if (true) {',
  },
  {
    name: 'forget-lost-transfers',
    what: "does not look after payers' own transfers whose block vanished",
    file: 'settler/watch-transfers.ts',
    find: 'gone.filter(({ theft }) => !theft).forEach(lost)',
    replace: 'void lost',
  },
  {
    name: 'release-after-broadcast',
    what: 'gives a payment up whose transaction was sent and is not found at once',
    file: 'settler/resolve-payment.ts',
    find: "if (failedAlone === null) return canBeMined ? { kind: 'again' } : { kind: 'wait' }",
    replace: "if (failedAlone === null) return { kind: 'refused', reason: 'invalid_exact_evm_transaction_failed', bar: false }",
  },
  {
    name: 'free-without-end',
    what: 'grants the first call free again and again',
    file: 'ledger/free-call.ts',
    find: 'if (spent) return false',
    replace: 'void spent',
  },
  {
    name: 'free-for-every-wallet',
    what: 'counts no first calls of a client address',
    file: 'ledger/free-call.ts',
    find: 'const free = (used ?? 0n) < BigInt(dailyLimit)',
    replace: 'const free = used !== -BigInt(dailyLimit)',
  },
  {
    name: 'lose-the-nonce',
    what: 'asks only the chain for the next account nonce after a restart',
    file: 'settler/lane.ts',
    find: 'lane.next = Math.max(latest, highest + 1)',
    replace: 'lane.next = Math.max(latest, highest - highest)',
  },
  {
    name: 'send-before-storing',
    what: 'sends a transaction without waiting until it is stored',
    file: 'settler/lane.ts',
    find: 'await ledger.recordTransaction({ ...key, nonce: unsigned.nonce, transaction, payments: settlements.map((one) => one.payment.id), at })',
    replace:
      'void ledger.recordTransaction({ ...key, nonce: unsigned.nonce, transaction, payments: settlements.map((one) => one.payment.id), at }).catch(() => {})',
  },
  {
    name: 'bump-another-nonce',
    what: 'replaces a transaction under the next account nonce',
    file: 'settler/lane.ts',
    find: 'replacement(network, newest.raw, fees)',
    replace: '{ ...replacement(network, newest.raw, fees), nonce: slot.nonce + 1 }',
  },
  {
    name: 'cover-twice',
    what: 'lets claims in flight be covered by the same money',
    file: 'ledger/cover.ts',
    find: "return (row['in_flight'] as bigint) + (row['later'] as bigint)",
    replace: "return (row['in_flight'] as bigint) * 0n + (row['later'] as bigint)",
  },
  {
    name: 'cover-by-old-money',
    what: 'forgets what was settled after the block at which the balance was read',
    file: 'ledger/cover.ts',
    find: "return (row['in_flight'] as bigint) + (row['later'] as bigint)",
    replace: "return (row['in_flight'] as bigint) + (row['later'] as bigint) * 0n",
  },
  {
    name: 'quota-without-count',
    what: 'does not count the free calls of a day',
    file: 'ledger/quota.ts',
    find: 'DO UPDATE SET used = used + 1',
    replace: 'DO UPDATE SET used = used',
  },
  {
    name: 'quota-not-given-back',
    what: 'keeps the unit of a call that failed',
    file: 'gate/quota.ts',
    find: 'const left = await ledger.returnQuota(unit)',
    replace: 'const left = await ledger.quotaLeft(unit).then((is) => ({ remaining: is }))',
  },
  {
    name: 'keys-forgotten',
    what: 'charges a payer who signs anew under the same Idempotency-Key',
    file: 'ledger/claim.ts',
    find: 'const sameKey = boughtUnder(transaction, input.keys)',
    replace: 'const sameKey = boughtUnder(transaction, [])',
  },
  {
    name: 'transfer-without-its-authorization',
    what: 'takes the transfer of an authorization for another payment than the authorization',
    file: 'ledger/identity.ts',
    find: 'return authorizationNonce === null ? [own]',
    replace: 'return authorizationNonce !== payer ? [own]',
  },
  {
    name: 'answers-for-strangers',
    what: 'gives a stored answer to whoever shows the signature that stands in our calldata',
    file: 'gate/again.ts',
    find: 'if (isPublic(payment, parts.handsOver) && !mayHaveAnswer(payment, repeat)) {',
    replace: 'if (isPublic(payment, parts.handsOver) && !mayHaveAnswer(payment, repeat) && payment.fingerprint === "") {',
  },
  {
    name: 'forget-the-refused',
    what: 'does not watch whether a refused payment was made after all',
    file: 'settler/watch-refused.ts',
    find: "if (fate.kind !== 'used' || !paysUs(payment, fate.transfer)) return",
    replace: "if (fate.kind !== 'used' || paysUs(payment, fate.transfer)) return",
  },
  {
    name: 'orphans-forgotten',
    what: 'leaves what an earlier life had served lying',
    file: 'settler/orphans.ts',
    find: 'options.take(payment)',
    replace: 'void options.take',
  },
  {
    name: 'release-half-a-unit',
    what: 'keeps what a unit had written before it failed',
    file: 'store/sqlite/write-queue.ts',
    find: "database.exec('ROLLBACK TO unit; RELEASE unit')",
    replace: "database.exec('RELEASE unit')",
  },
  {
    name: 'commit-and-run-again',
    what: 'keeps what a group had written before it is run again',
    file: 'store/sqlite/write-queue.ts',
    find: "if (database.isTransaction) database.exec('ROLLBACK')",
    replace: "if (database.isTransaction) database.exec('COMMIT')",
  },
  {
    name: 'forget-a-group',
    what: 'does not run a group again in which a unit failed',
    file: 'store/sqlite/write-queue.ts',
    find: 'queue.unshift(...taken)',
    replace: 'void queue',
  },
  {
    name: 'turn-away-who-waits',
    what: 'forgets who waits for a turn',
    file: 'gate/turns.ts',
    find: 'waiting = waiting.slice(limits.perTurn)',
    replace: 'waiting = []',
  },
  {
    name: 'settle-without-transfer-key',
    what: 'settles without taking the key of the transfer',
    file: 'ledger/settle.ts',
    find: 'const fresh = ownTransfer(transaction, input.served, input)',
    replace: 'const fresh = null as string | null',
  },
  {
    name: 'archive-without-transfer-key',
    what: 'does not note in its row the key of the transfer that paid',
    file: 'ledger/settle.ts',
    find: "identities = CASE WHEN ? IS NULL THEN identities ELSE json_insert(identities, '$[#]', ?) END",
    replace: 'identities = CASE WHEN ? = ? THEN identities ELSE identities END',
  },
  {
    name: 'paid-and-free',
    what: 'forgets that a wallet has paid',
    file: 'ledger/settle.ts',
    find: "transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', before.payer)",
    replace: 'void 0',
  },
  {
    name: 'claim-of-the-barred',
    what: 'lets the barred claim',
    file: 'ledger/claim.ts',
    find: 'facts.barredUntil > 0',
    replace: 'facts.barredUntil < 0',
  },
  {
    name: 'retaken-and-finished',
    what: 'takes a released payment up again as if it had ended',
    file: 'ledger/claim-row.ts',
    find: "SET state = 'claimed', unfinished = 1,",
    replace: "SET state = 'claimed', unfinished = 0,",
  },
]
