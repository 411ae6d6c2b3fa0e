// Pays on each network by the client of Dexter, which reads balances from the nodes that it is given.
import { wrapFetch } from '@dexterai/x402/client'
import { called, given } from './called.mjs'

for (const network of given.networks)
  await called(network, wrapFetch(globalThis.fetch, { evmPrivateKey: given.key, preferredNetwork: network, rpcUrls: given.nodes }))
