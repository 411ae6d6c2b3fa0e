// Pays on each network by a client of MPP for TypeScript.
import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'
import { called, given } from './called.mjs'

for (const [network, address, name, version] of given.tokens) {
  const token = evm.assets.define({ address, decimals: 6, network, transfer: { type: 'eip3009', name, version } })
  const { fetch } = Mppx.create({
    methods: [evm.charge({ account: privateKeyToAccount(given.key), currencies: [token] })],
    polyfill: false,
  })
  await called(network, fetch)
}
