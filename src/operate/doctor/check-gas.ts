import type { Chain } from '../../chain/chain.ts'
import { readGas, type GasReading } from '../../settler/spending/read-gas.ts'
import type { Hex } from '../../shared/bytes.ts'
import { formatUnits } from '../../shared/money.ts'
import { counted, findingsOf, type Finding } from '../../goods/finding.ts'

const gas = findingsOf('gas')

/** Below this an operator should fill the signer up; it is some minutes of good business. */
const fewSettlements = 500n
/** As far as the figure means anything. */
const manySettlements = 1_000_000n
const coinDecimals = 18
/** As many settlements as the fix proposes to pay for. */
const refill = 5_000n

/** What the signers of a network have for gas, in settlements. @throws RpcUnreachable */
export async function checkGas(chain: Chain, signers: readonly Hex[]): Promise<readonly Finding[]> {
  const readings = await Promise.all(signers.map(async (signer) => ({ signer, reading: await readGas(chain, signer) })))
  const canSend = readings.some(({ reading }) => reading.settlementsLeft > 0n)
  return readings.map(({ signer, reading }) => findingOn(chain, { signer, reading, canSend }))
}

function findingOn(
  { network }: Chain,
  { signer, reading, canSend }: { readonly signer: Hex; readonly reading: GasReading; readonly canSend: boolean },
): Finding {
  const { slug, name, gasCoin } = network
  const { balance, needed, perSettlement, settlementsLeft: left, aboveCeiling } = reading
  const subject = `${slug}, signer ${signer}`
  const amount = (wei: bigint) => `${shortened(formatUnits(wei, coinDecimals))} ${gasCoin}`
  if (aboveCeiling) {
    const fix = `wait: nothing is sent on ${name} until it asks for less, and no call is lost by that`
    return gas.fault(`gas on ${name} costs more than the settler ever pays`, fix, subject)
  }
  const send = `send ${amount(needed > perSettlement * refill ? needed : perSettlement * refill)} on ${name} to ${signer}`
  if (left === 0n) {
    const found = `it holds ${amount(balance)}, and a settlement may need ${amount(needed)}: no settlement is left`
    return canSend
      ? gas.warning(found, `${send}, or remove it from SIGNER_KEY or REMOTE_SIGNERS; other signers settle meanwhile`, subject)
      : gas.fault(found, `${send}: until then nothing is sold on ${name}`, subject)
  }
  const many = left > manySettlements ? `more than ${manySettlements}` : String(left)
  const found = `${amount(balance)}, about ${many === '1' ? counted(1, 'settlement') : `${many} settlements`} left at the fees of now`
  return left < fewSettlements ? gas.warning(found, send, subject) : gas.ok(found, subject)
}

/** Six digits say enough of an amount of gas. */
function shortened(amount: string): string {
  const digits = /^(\d+)(?:\.(0*)(\d{1,6}))?/.exec(amount)
  if (!digits) return amount
  const [, whole = '0', zeros = '', rest = ''] = digits
  return rest === '' ? whole : `${whole}.${zeros}${rest}`.replace(/0+$/, '')
}
