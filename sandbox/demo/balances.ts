import type { Ledger } from '../../src/ledger/ledger.ts'
import type { Chain, NetworkId } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { formatUsd } from '../../src/shared/money.ts'
import type { Printer } from './print.ts'

/** Reconciles the payee's balance on each chain with the settled payments of the ledger, exactly to the base unit, and prints the difference. */
export async function reconcile(parts: {
  chains: ReadonlyMap<NetworkId, Chain>
  ledger: Ledger
  payTo: Hex
  before: ReadonlyMap<NetworkId, bigint>
  print: Printer
}): Promise<void> {
  parts.print.scene('Reconciliation: what the chains hold, and what the ledger says')
  let differences = 0n
  const totals = await parts.ledger.totals()
  for (const [id, chain] of parts.chains) {
    const received = (await balanceOf(chain, parts.payTo)) - (parts.before.get(id) ?? 0n)
    // We have the money of a credit. A theft loss is an answer for a transfer that another row books.
    const booked = totals
      .filter((row) => row.network === id && ['settled', 'credit'].includes(row.state) && !row.theft)
      .reduce((sum, row) => sum + row.amount, 0n)
    const open = totals
      .filter((row) => row.network === id && ['claimed', 'served', 'settling'].includes(row.state))
      .reduce((sum, row) => sum + row.payments, 0n)
    parts.print.note(
      `${chain.network.name.padEnd(10)} chain $${formatUsd(received).padEnd(10)} ledger $${formatUsd(booked).padEnd(10)} difference ${received - booked}`,
    )
    differences += received > booked ? received - booked : booked - received
    if (received !== booked) parts.print.fail(`${chain.network.name}: the chain holds ${received} base units, the ledger says ${booked}`)
    if (open > 0n) parts.print.fail(`${chain.network.name}: ${open} payments did not end`)
  }
  parts.print.note(`difference on all networks, in millionths of a dollar: ${differences}`)
}

export async function balanceOf(chain: Chain, holder: Hex): Promise<bigint> {
  const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt(await chain.rpc.call<string>('eth_call', [{ to: chain.network.asset, data }, 'latest']))
}
