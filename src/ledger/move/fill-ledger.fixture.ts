import type { Unit } from '../../store/store.ts'
import { countDays } from '../housekeeping/archived-days.ts'

/**
 * Fills an embedded ledger as sales do, without the time that sales take: of every four payments one is hot with its answer, the
 * others are archived; each has two keys, and every hundred were settled by one transaction.
 */
export const fillLedger: Unit<{ readonly payments: number }, void> = {
  name: 'fill_ledger',
  sqlite(transaction, { payments }) {
    const numbers = 'WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)'
    const fill = (text: string) => transaction.run(text, BigInt(payments))
    for (const table of ['payments', 'payments_archive']) {
      const hot = table === 'payments'
      fill(`INSERT INTO ${table} (id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce, valid_after,
          valid_before, signature, credential_hash, client, keys, free, instance, lease_until, claimed_at, served_at, settled_at, reason,
          claim_block, transaction_hash, block_number, block_hash, log_index, final, bound, theft ${hot ? ', identities' : ''})
        ${numbers} SELECT ${id}, 'settled', 4, 'market-price', ${hex(64, 'n + 1000000')}, 'x402', 'eip155:' || (9000 + n % 3), '0x' || ${hex(40, '7')},
          ${payer}, '0x' || ${hex(40, '4078')}, 7500 + n % 100, '0x' || ${hex(64, 'n')}, 0, 1795000000 + n, '0x' || ${hex(130, 'n * 7')},
          ${hex(64, 'n + 5000000')}, '192.0.2.' || (n % 250), '[]', 0, 'here', 1795000000000 + n, 1795000000000 + n, 1795000000100 + n,
          1795000000900 + n, NULL, 30000000 + n / 100, '0x' || ${hex(64, 'n / 100')}, 30000000 + n / 100, '0x' || ${hex(64, 'n / 100 + 9')}, n % 100,
          ${hot ? 0 : 1}, 0, 0 ${hot ? `, json_array(${keys[0]}, ${keys[1]})` : ''}
        FROM numbers WHERE ${hot ? 'n % 4 = 0' : 'n % 4 > 0'}`)
      for (const key of keys)
        fill(`INSERT INTO ${hot ? 'identities' : 'identities_archive'} (identity, payment_id)
          ${numbers} SELECT ${key}, ${id} FROM numbers WHERE ${hot ? 'n % 4 = 0' : 'n % 4 > 0'}`)
    }
    fill(`INSERT INTO answers (payment_id, status, content_type, body, expires_at)
      ${numbers} SELECT ${id}, 200, 'application/json', randomblob(400 + n % 800), 1795086400000 + n FROM numbers WHERE n % 4 = 0`)
    fill(`INSERT INTO slots (network, signer, nonce, state, created_at, closed_day)
      ${numbers} SELECT 'eip155:8453', '0x' || ${hex(40, '99')}, n / 100, 'mined', n, '2026-11-18' FROM numbers WHERE n % 100 = 0`)
    fill(`INSERT INTO transactions (network, signer, nonce, hash, raw, max_fee_per_gas, max_priority_fee_per_gas, stored_at)
      ${numbers} SELECT 'eip155:8453', '0x' || ${hex(40, '99')}, n / 100, '0x' || ${hex(64, '1000000 - n')}, randomblob(20000), '18000000000', '1000000', n
      FROM numbers WHERE n % 100 = 0`)
    fill(`INSERT INTO slot_payments (network, signer, nonce, payment_id, position)
      ${numbers} SELECT 'eip155:8453', '0x' || ${hex(40, '99')}, n / 100, ${id}, n % 100 FROM numbers`)
    fill(`INSERT INTO archived_totals (network, state, theft, payments, amount)
      ${numbers} SELECT 'eip155:' || (9000 + n % 3), 'settled', 0, count(*), sum(7500 + n % 100) FROM numbers WHERE n % 4 > 0 GROUP BY 1`)
    transaction.run(countDays('payments_archive', 'WHERE true'))
    fill(`INSERT INTO paying_wallets (payer) ${numbers} SELECT DISTINCT ${payer} FROM numbers`)
    fill(
      `INSERT INTO payer_history (payer, ended, settled) ${numbers} SELECT ${payer}, count(*), count(*) FROM numbers WHERE n % 4 > 0 GROUP BY 1`,
    )
  },
}

const hex = (digits: number, number: string) => `printf('%0${digits}x', ${number})`
const id = hex(32, 'n')
const payer = `'0x' || ${hex(40, 'n % 5000 + 100000')}`
const keys = [
  `'authorization:' || ${hex(32, '(n * 2654435761) % 4294967296')} || ${hex(32, 'n')}`,
  `'transfer:' || ${hex(32, '(n * 2246822519) % 4294967296')} || ${hex(32, 'n')}`,
]
