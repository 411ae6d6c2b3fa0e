import { getAddress, isAddress } from 'viem'
import type { Hex } from '../src/shared/bytes.ts'
import { usd } from '../src/shared/money.ts'
import { Problem } from '../src/shared/problems.ts'

const mostUsdc = '1000000'

/**
 * Checks the address and the amount of a faucet request. A checksummed address must have the right checksum.
 * @throws Problem `invalid_input` with the field.
 */
export function faucetAmount(address: unknown, usdc: unknown): { address: Hex; units: bigint } {
  if (typeof address !== 'string' || !isAddress(address) || /^0x0{40}$/.test(address)) {
    throw new Problem('invalid_input', 'The address is not an EVM address.', { field: 'body.address', expected: '0x and 40 hex digits' })
  }
  const expected = `a decimal string above 0 and at most ${mostUsdc}, with at most 6 decimal places`
  let units = 0n
  try {
    if (typeof usdc === 'string') units = usd(usdc)
  } catch {
    // Stays 0, which is refused.
  }
  if (units <= 0n || units > usd(mostUsdc)) {
    throw new Problem('invalid_input', 'The amount of USDC is not one that the faucet gives.', { field: 'body.usdc', expected })
  }
  return { address: getAddress(address), units }
}
