import type { Hex } from '../../../src/goods/kit/evm.ts'
import { capabilitiesIn } from './capabilities.ts'
import type { CapabilitySelector } from './capabilities.ts'
import { addressInSlot, decodeAddress } from './decode-result.ts'
import type { ContractReader } from './contract-reader.ts'
import { minimalProxyTarget, proxySlots } from './proxy-patterns.ts'
import type { ProxyKind } from './proxy-patterns.ts'
import { scanCode } from './scan-code.ts'

export interface ObservedProxy {
  readonly kind: ProxyKind
  /** The code that runs. */
  readonly implementation: Hex
  /** Every implementation on the way to it, with itself as the last. */
  readonly path: readonly Hex[]
  readonly admin: Hex | null
  readonly beacon: Hex | null
  /** The owner of the admin, or else of the beacon. With OpenZeppelin's ProxyAdmin this is who can really replace the code. */
  readonly adminOwner: Hex | null
  /** The implementation has no code: calls do nothing. */
  readonly empty: boolean
  /** There are more implementations behind it, which were not followed. */
  readonly deeper: boolean
}

export interface FoundCapability extends CapabilitySelector {
  readonly foundIn: Hex
}

/** What code runs when a contract is called. */
export interface CodePath {
  readonly proxy: ObservedProxy | null
  /** An implementation on the way is named in storage, so it can be replaced. */
  readonly replaceable: boolean
  /** A proxy slot is set, but nothing in the code can run other code: it only looks like a proxy. */
  readonly decoySlot: boolean
  /** The code can run other code, but does not name it in a known way. */
  readonly unknownDelegation: boolean
  readonly capabilities: readonly FoundCapability[]
}

export interface ProxySlots {
  readonly implementation: Hex | null
  readonly zeppelinosImplementation: Hex | null
  readonly beacon: Hex | null
  readonly admin: Hex | null
}

const maxImplementations = 3

/** Reads all known proxy slots of a contract, in one request. */
export async function readProxySlots(node: ContractReader, address: Hex): Promise<ProxySlots> {
  const read = async (slot: Hex) => addressInSlot(await node.slot(address, slot))
  const [implementation, zeppelinosImplementation, beacon, admin, zeppelinosAdmin] = await Promise.all([
    read(proxySlots.implementation),
    read(proxySlots.zeppelinosImplementation),
    read(proxySlots.beacon),
    read(proxySlots.admin),
    read(proxySlots.zeppelinosAdmin),
  ])
  return { implementation, zeppelinosImplementation, beacon, admin: admin ?? zeppelinosAdmin }
}

interface Target {
  readonly kind: ProxyKind
  readonly implementation: Hex
}

/**
 * Follows a contract to the code that runs. Collects capabilities on the way, because a proxy may have some itself.
 * Implementations run in the storage of the first contract, so only the slots of that one count at any depth.
 */
export async function followProxy(node: ContractReader, address: Hex, code: Uint8Array, slots: ProxySlots): Promise<CodePath> {
  const kinds: ProxyKind[] = []
  const implementations: Hex[] = []
  const capabilities: FoundCapability[] = []
  let canDelegate = false
  let deeper = false
  let present = code
  let foundIn = address
  for (;;) {
    const scan = scanCode(present)
    canDelegate ||= scan.delegates
    for (const one of capabilitiesIn(scan.selectors)) capabilities.push({ ...one, foundIn })
    const next: Target | null = minimalProxyTarget(present) ?? (scan.delegates ? await slotTarget(node, slots) : null)
    if (!next || next.implementation === address || implementations.includes(next.implementation)) break
    deeper = implementations.length === maxImplementations
    if (deeper) break
    kinds.push(next.kind)
    implementations.push(next.implementation)
    foundIn = next.implementation
    present = await node.code(foundIn)
  }
  const [kind] = kinds
  const slotSet = (slots.implementation ?? slots.zeppelinosImplementation ?? slots.beacon) !== null
  return {
    proxy: kind
      ? {
          kind,
          implementation: foundIn,
          path: implementations,
          admin: slots.admin,
          beacon: slots.beacon,
          adminOwner: await ownerOf(node, slots),
          empty: present.length === 0,
          deeper,
        }
      : null,
    replaceable: kinds.some((one) => one !== 'eip1167' && one !== 'erc7511'),
    decoySlot: slotSet && !canDelegate,
    unknownDelegation: !kind && canDelegate,
    capabilities,
  }
}

async function ownerOf(node: ContractReader, { admin, beacon }: ProxySlots): Promise<Hex | null> {
  const controller = admin ?? beacon
  const returned = controller && (await node.view(controller, '0x8da5cb5b'))
  return returned && decodeAddress(returned)
}

async function slotTarget(node: ContractReader, slots: ProxySlots): Promise<Target | null> {
  if (slots.implementation) return { kind: 'eip1967', implementation: slots.implementation }
  if (slots.zeppelinosImplementation) return { kind: 'zeppelinos', implementation: slots.zeppelinosImplementation }
  if (!slots.beacon) return null
  const returned = await node.view(slots.beacon, '0x5c60da1b')
  const implementation = returned && decodeAddress(returned)
  return implementation ? { kind: 'eip1967-beacon', implementation } : null
}
