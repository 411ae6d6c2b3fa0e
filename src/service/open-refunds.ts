import { ConfigError, type Config } from '../config/config.ts'
import { maxRunsOfCredit } from '../gate/credit-rules.ts'
import { createCreditReport, type CreditReport, type CreditReportParts } from '../operate/refunds/credit-report.ts'
import { createRefunds, type RefundParts, type Refunds } from '../operate/refunds/create-refunds.ts'
import { createKeySigner, createRefundWallet, type RefundWallet } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'

type RefundConfig = Pick<
  Config,
  'refundKey' | 'refundAfterHours' | 'refundPerDay' | 'refundPerPayerPerDay' | 'signerKeys' | 'signerKeysRetiring' | 'remoteSigners'
>

/** The wallet for refunds, null where nothing is given back. @throws ConfigError where it is used for something else too */
export function openRefundWallet(
  { refundKey, signerKeys, signerKeysRetiring, remoteSigners }: RefundConfig,
  payTo: Hex,
  sandboxKeys: readonly Hex[],
): RefundWallet | null {
  if (refundKey === null) return null
  const wallet = createRefundWallet(refundKey)
  const accountsOf = (keys: readonly Hex[]) => keys.map((key) => createKeySigner(key).address)
  const signers = [...accountsOf([...(signerKeys ?? []), ...sandboxKeys]), ...(remoteSigners ?? []).map(({ address }) => address)]
  const retiring = accountsOf(signerKeysRetiring ?? [])
  const faults = [
    ...(wallet.address === payTo.toLowerCase() ? ['REFUND_KEY must not be the key of PAY_TO: what it holds is given away by itself'] : []),
    ...(signers.includes(wallet.address) ? ['REFUND_KEY must not be one of SIGNER_KEY or REMOTE_SIGNERS: signers hold gas only'] : []),
    ...(retiring.includes(wallet.address)
      ? ['REFUND_KEY must not be one of SIGNER_KEY_RETIRING: that account still finishes settlements, and both would use its nonces']
      : []),
  ]
  if (faults.length > 0) throw new ConfigError(faults)
  return wallet
}

/** What payers are owed as credits. */
export function openCreditReport(config: RefundConfig, parts: Omit<CreditReportParts, 'limits'>): CreditReport {
  const { refundKey, refundPerDay: perDay, refundPerPayerPerDay: perPayer } = config
  return createCreditReport({ ...parts, limits: refundKey === null ? null : { perDay, perPayer } })
}

export function openRefunds(
  config: RefundConfig,
  wallet: RefundWallet | null,
  parts: Omit<RefundParts, 'wallet' | 'rules'>,
): Refunds | null {
  if (wallet === null) return null
  const rules = {
    maxRuns: maxRunsOfCredit,
    afterMs: config.refundAfterHours * 3_600_000,
    limits: { perDay: config.refundPerDay, perPayer: config.refundPerPayerPerDay },
  }
  return createRefunds({ ...parts, wallet, rules })
}
