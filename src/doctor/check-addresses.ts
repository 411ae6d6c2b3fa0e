import { sameAddress } from '../chain/address.ts'
import { multicall3 } from '../chain/multicall.ts'
import { networks } from '../chain/networks.ts'
import type { Config } from '../config/config.ts'
import { findingsOf, type Finding } from '../goods/finding.ts'
import { createKeySigner, createRefundWallet } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'

const addresses = findingsOf('addresses')

/** The accounts of the settings; empty and null where a setting is missing or could not be read. */
export interface Accounts {
  readonly payTo: Hex | null
  readonly signers: readonly Hex[]
  /** Those that finish what they have sent. */
  readonly retiring: readonly Hex[]
  readonly refundsFrom: Hex | null
}

export function accountsOf({ payTo, signerKeys, signerKeysRetiring, remoteSigners, refundKey }: Config): Accounts {
  const addressesOf = (keys: readonly Hex[] | null) => (keys ?? []).map((key) => createKeySigner(key).address)
  return {
    payTo: payTo ?? null,
    signers: [...addressesOf(signerKeys), ...(remoteSigners ?? []).map(({ address }) => address)],
    retiring: addressesOf(signerKeysRetiring),
    refundsFrom: refundKey === null || refundKey === undefined ? null : createRefundWallet(refundKey).address,
  }
}

/** Whether each account is used for one thing only, and money can be paid to PAY_TO at all. Asks no network. */
export function checkAddresses({ payTo, signers, retiring, refundsFrom }: Accounts): readonly Finding[] {
  const found: Finding[] = []
  if (payTo !== null) {
    if (signers.some((signer) => sameAddress(signer, payTo))) {
      const fix = 'use another key there, of a new account that holds gas only: an attacker on this machine gets what its keys hold'
      found.push(addresses.fault('PAY_TO is one of the accounts in SIGNER_KEY or REMOTE_SIGNERS', fix, 'PAY_TO'))
    }
    const token = networks.find(({ asset }) => sameAddress(asset, payTo))
    if (token || sameAddress(payTo, multicall3)) {
      const what = token ? `the USDC contract of ${token.name}` : 'the contract Multicall3'
      found.push(
        addresses.fault(`PAY_TO is ${what}`, 'set PAY_TO to a wallet of yours: what is paid to a contract of others is lost', 'PAY_TO'),
      )
    }
    if (isUnowned(payTo)) {
      found.push(addresses.fault(`nobody owns ${payTo}`, 'set PAY_TO to a wallet of yours: what is paid to it is lost', 'PAY_TO'))
    }
  }
  if (refundsFrom !== null) found.push(...refundFindings(refundsFrom, { payTo, signers, retiring }))
  if (new Set(signers).size < signers.length) {
    const fix = 'name each account once: two queues for one account would use the same nonces'
    found.push(addresses.fault('SIGNER_KEY and REMOTE_SIGNERS name an account twice', fix, 'SIGNER_KEY'))
  }
  if (found.length > 0) return found
  return payTo === null ? [] : [addresses.ok('PAY_TO, the signers and the wallet for refunds are different accounts')]
}

function refundFindings(refundsFrom: Hex, { payTo, signers, retiring }: Omit<Accounts, 'refundsFrom'>): readonly Finding[] {
  const fix = 'set REFUND_KEY to the key of a third account, which holds the USDC that may be given back'
  return [
    ...(payTo !== null && sameAddress(refundsFrom, payTo) ? [addresses.fault('REFUND_KEY is the key of PAY_TO', fix, 'REFUND_KEY')] : []),
    ...(signers.some((signer) => sameAddress(signer, refundsFrom))
      ? [addresses.fault('REFUND_KEY is the key of an account in SIGNER_KEY or REMOTE_SIGNERS', fix, 'REFUND_KEY')]
      : []),
    ...(retiring.some((signer) => sameAddress(signer, refundsFrom))
      ? [addresses.fault('REFUND_KEY is the key of an account in SIGNER_KEY_RETIRING', fix, 'REFUND_KEY')]
      : []),
  ]
}

/** The addresses of precompiled contracts, and those that people use to burn: `0x…dead`, `0xffff…`. */
function isUnowned(address: Hex): boolean {
  return /^0x(?:0{36}[\da-f]{4}|f{40})$/i.test(address)
}
