/** Reads a request for a token transfer by the grammar of EIP-681. @throws for anything else */
export function parseEip681(uri: string) {
  const [, contract, chainId, method, query] = /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d+))?\/([A-Za-z]+)\?(.*)$/.exec(uri) ?? []
  if (contract === undefined) throw new Error(`not an EIP-681 request: ${uri}`)
  const parameters = new URLSearchParams(query)
  const amount = parameters.get('uint256')
  return {
    contract,
    chainId: Number(chainId ?? 1),
    method,
    address: parameters.get('address'),
    uint256: amount === null ? null : BigInt(amount),
  }
}
