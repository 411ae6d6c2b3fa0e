/** Base units of USDC as decimal dollars: 7500n is `0.0075`. */
export function usdOf(baseUnits: bigint): string {
  const digits = String(baseUnits).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return `${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`
}
