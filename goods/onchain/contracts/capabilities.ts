import type { Hex } from '../../../src/goods/kit/evm.ts'

/** What somebody with special rights may do to the holders of a token. */
export const capabilityNames = [
  'mint',
  'pause',
  'blacklist',
  'change-fees',
  'change-limits',
  'exempt-from-fees',
  'open-trading',
  'burn-from',
  'upgrade',
  'change-owner',
  'grant-roles',
] as const

export type Capability = (typeof capabilityNames)[number]

export interface CapabilitySelector {
  readonly capability: Capability
  readonly selector: Hex
  readonly signature: string
}

const row = (capability: Capability, selector: Hex, signature: string): CapabilitySelector => ({ capability, selector, signature })

/** Selectors of the functions that tokens usually have for this. A token may do the same under any other name. */
export const capabilitySelectors: readonly CapabilitySelector[] = [
  row('mint', '0x40c10f19', 'mint(address,uint256)'),
  row('mint', '0xa0712d68', 'mint(uint256)'),
  row('mint', '0xcc872b66', 'issue(uint256)'),
  row('mint', '0x4e44d956', 'configureMinter(address,uint256)'),
  row('pause', '0x8456cb59', 'pause()'),
  row('blacklist', '0xf9f92be4', 'blacklist(address)'),
  row('blacklist', '0x9cfe42da', 'addBlacklist(address)'),
  row('blacklist', '0x0ecb93c0', 'addBlackList(address)'),
  row('blacklist', '0x44337ea1', 'addToBlacklist(address)'),
  row('blacklist', '0x404e5129', 'blacklist(address,bool)'),
  row('blacklist', '0x153b0d1e', 'setBlacklist(address,bool)'),
  row('blacklist', '0x8d1fdf2f', 'freeze(address)'),
  row('blacklist', '0xb515566a', 'setBots(address[])'),
  row('change-fees', '0x69fe0e2d', 'setFee(uint256)'),
  row('change-fees', '0xc647b20e', 'setTaxes(uint256,uint256)'),
  row('change-limits', '0xec28438a', 'setMaxTxAmount(uint256)'),
  row('exempt-from-fees', '0x437823ec', 'excludeFromFee(address)'),
  row('open-trading', '0xc9567bf9', 'openTrading()'),
  row('open-trading', '0x8a8c523c', 'enableTrading()'),
  row('burn-from', '0x79cc6790', 'burnFrom(address,uint256)'),
  row('upgrade', '0x3659cfe6', 'upgradeTo(address)'),
  row('upgrade', '0x4f1ef286', 'upgradeToAndCall(address,bytes)'),
  row('change-owner', '0xf2fde38b', 'transferOwnership(address)'),
  row('grant-roles', '0x2f2ff15d', 'grantRole(bytes32,address)'),
]

/** The capabilities whose selectors are among the constants of a contract's code. */
export function capabilitiesIn(selectors: ReadonlySet<Hex>): CapabilitySelector[] {
  return capabilitySelectors.filter(({ selector }) => selectors.has(selector))
}
