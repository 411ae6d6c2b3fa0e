// Pays on each network by the client of Faremeter. Reads the input of all clients, and prints a line of JSON for each call.
import { wrap } from '@faremeter/fetch'
import { createPaymentHandler } from '@faremeter/payment-evm/exact'
import { createLocalWallet } from '@faremeter/wallet-evm'
import { called, given } from './called.mjs'

for (const network of given.networks) {
  const chain = { id: Number(network.split(':')[1]), name: network }
  const handler = createPaymentHandler(await createLocalWallet(chain, given.key))
  const pay = wrap(globalThis.fetch, { handlers: [handler] })
  await called(network, (url, init) => pay(url, init))
}
