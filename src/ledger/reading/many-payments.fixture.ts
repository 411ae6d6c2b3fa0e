import type { Unit } from '../../store/store.ts'
import { countDays } from '../housekeeping/archived-days.ts'

/**
 * Archived payments of half a year, as many offers, networks and payers have them: every 50th was refused, the others were settled.
 * What they earned: 7,500 to 7,599 base units each, by the number of the payment.
 */
export const fillArchive: Unit<{ readonly payments: number; readonly firstAt: number; readonly everyMs: number }, void> = {
  name: 'fill_archive',
  sqlite(transaction, { payments, firstAt, everyMs }) {
    const hex = (digits: number, number: string) => `printf('%0${digits}x', ${number})`
    transaction.run(
      `INSERT INTO payments_archive (${columns}) WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       SELECT ${cells(hex, { at: '(? + n * ?)', integer: 'INTEGER' })} FROM numbers`,
      BigInt(payments),
      ...[0, 1, 2, 3].flatMap(() => [BigInt(firstAt), BigInt(everyMs)]),
    )
    for (const text of counting) transaction.run(text)
  },
  postgres: {
    text: `INSERT INTO payments_archive (${columnsText()}) SELECT ${cells(
      (digits, number) => `lpad(to_hex((${number})::int8), ${digits}, '0')`,
      {
        at: '(:first_at::int8 + n * :every_ms::int8)',
        integer: 'int8',
      },
    )} FROM generate_series(1, :payments::int8) AS n`,
    values: ({ payments, firstAt, everyMs }) => ({ payments: BigInt(payments), first_at: BigInt(firstAt), every_ms: BigInt(everyMs) }),
    result: () => undefined,
  },
}

const counting = [
  `INSERT INTO archived_totals (network, state, theft, payments, amount)
    SELECT network, state, theft, count(*), sum(amount) FROM payments_archive GROUP BY network, state, theft`,
  countDays('payments_archive', 'WHERE true'),
]

/** PostgreSQL: counts what `fillArchive` has filled in. SQLite has done so. */
export const countArchive: readonly Unit<undefined, void>[] = counting.map((text, index) => ({
  name: `count_archive_${index}`,
  sqlite: () => {},
  postgres: { text, values: () => ({}), result: () => undefined },
}))

/** What the settled ones earned in all. */
export function earnedBy(payments: number): bigint {
  let sum = 0n
  for (let number = 1; number <= payments; number++) if (number % 50 !== 0) sum += BigInt(7_500 + (number % 100))
  return sum
}

const columns = columnsText()

function columnsText(): string {
  return `id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce, valid_after, valid_before, signature,
    credential_hash, client, keys, free, instance, lease_until, claimed_at, served_at, settled_at, claim_block, transaction_hash, block_number,
    block_hash, log_index, final, bound, theft`
}

function cells(
  hex: (digits: number, number: string) => string,
  { at, integer }: { readonly at: string; readonly integer: string },
): string {
  const refused = 'n % 50 = 0'
  return `${hex(12, at)} || ${hex(20, 'n')}, CASE WHEN ${refused} THEN 'refused' ELSE 'settled' END, 4, 'offer-' || (n % 40), ${hex(64, 'n')},
    CASE n % 3 WHEN 0 THEN 'x402' WHEN 1 THEN 'mpp' ELSE 'x402-v1' END, 'eip155:' || (9000 + n % 6), '0x' || ${hex(40, '7')},
    '0x' || ${hex(40, 'n % 5000 + 100000')}, '0x' || ${hex(40, '4078')}, 7500 + n % 100, '0x' || ${hex(64, 'n')}, 0, 1, '0x' || ${hex(130, 'n')},
    ${hex(64, 'n + 5000000')}, '192.0.2.' || (n % 250), '[]', 0, 'here', 0, ${at}, ${at} + 1,
    CASE WHEN ${refused} THEN NULL ELSE ${at} + 2000 END, 3, '0x' || ${hex(64, 'n / 100')}, CAST(3 AS ${integer}), '0x' || ${hex(64, 'n / 100 + 9')},
    n % 100, 1, 0, 0`
}
