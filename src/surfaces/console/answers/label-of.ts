/** Written in capitals, however a name has them. */
const capitals = new Set(
  'ai api apr apy bic bps btc cpv cve cvss ean ecb eip ens epss erc eth eu eur evm fx gbp html http https iban id imo ip ipv6 iso json kyc lei llm mcp mpp nft ofac pdf png qr rpc sarif sepa sha svg uk un url usd usdc utc vat xml'.split(
    ' ',
  ),
)

/** A member's name in words: `priceChange24h` becomes "Price change 24h", `first_call_free` becomes "First call free". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/([a-zA-Z])(\d)/g, '$1 $2')
    .trim()
  const lowered = words.replaceAll(/\b([A-Z])(?=[a-z])/g, (letter) => letter.toLowerCase())
  const named = lowered.replaceAll(/[a-z]+\d*/gi, (word) => (capitals.has(word.toLowerCase()) ? word.toUpperCase() : word))
  return named.slice(0, 1).toUpperCase() + named.slice(1)
}
