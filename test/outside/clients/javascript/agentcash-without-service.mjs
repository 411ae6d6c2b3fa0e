// Stands in for the balance service of agentcash, which is on the internet, and for its count of uses.
const real = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { hostname, pathname } = new URL(request.url)
  if (hostname === '127.0.0.1') return real(request)
  if (hostname === 'agentcash.dev' && pathname === '/api/balance')
    return Response.json({ balance: 1, network: 'eip155:8453', paymentNetwork: 'base', chainId: 8453 })
  throw new TypeError(`${request.url} is not reachable here`)
}
