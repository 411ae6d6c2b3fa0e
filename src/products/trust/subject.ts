import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { checksumAddress, isAddress } from '../../chain/address.ts'
import { RpcUnreachable } from '../../chain/chain.ts'
import { addressOfName, normalName, type NameLookup } from '../../chain/ens.ts'
import type { OfferContext } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import { ethereum } from './observe-address.ts'

type Context = Pick<OfferContext, 'chains' | 'clock' | 'signal'>

const longest = 255
/** Of the 3 seconds of a call, so that enough is left to look at the address. */
const ensMs = 600

const form = 'an address (0x and 40 hex digits; checksummed where the case is mixed) or an ENS name such as name.eth'

export const subjectText = z.string().min(3, form).max(longest, form).describe('A wallet address, or an ENS name')

/** An address as it is written, or null where it is a name. @throws Problem `invalid_input` */
function writtenAddress(text: string, field: string): Hex | null {
  if (!isAddress(text)) {
    if (/^0x/i.test(text) && !text.includes('.')) throw new Problem('invalid_input', 'This is no address.', { field, expected: form })
    return null
  }
  const lower = text.toLowerCase() as Hex
  const oneCase = text === lower || text.slice(2) === text.slice(2).toUpperCase()
  if (oneCase || text === checksumAddress(lower)) return lower
  throw new Problem('invalid_input', 'The checksum of this address is wrong: a digit may be too.', { field, expected: form })
}

/** Names are looked up again after this; those that lead nowhere sooner. */
const keptMs = 300_000
const keptNobodyMs = 60_000
const mostNames = 10_000

/** Reads whom a text names; what names led to is kept for a while. */
export function createSubjectReader() {
  const names = new LRUCache<string, { readonly found: NameLookup; readonly at: number }>({ max: mostNames })

  async function look(name: string, { chains, clock, signal }: Context): Promise<NameLookup> {
    const held = names.get(name)
    if (held && !hasPassed(held.at, held.found.kind === 'address' ? keptMs : keptNobodyMs, clock.now())) return held.found
    const chain = chains.get(ethereum)
    if (!chain) throw new Problem('ens_unavailable', 'Names are read on Ethereum, which is not connected here.', { retryAfter: 60 })
    const found = await addressOfName(chain.rpc, name, { timeoutMs: ensMs, signal })
    names.set(name, { found, at: clock.now() })
    return found
  }

  /**
   * An address, or what an ENS name leads to on Ethereum now.
   * @throws Problem `invalid_input`, `unknown_name`, `ens_unavailable`
   */
  return async function readSubject(text: string, field: string, context: Context): Promise<Hex> {
    // The path of a batch, asked for as if it were an address.
    if (text === 'batch') {
      const detail = 'This is no address. Several are asked for by POST, with `addresses` in the body.'
      throw new Problem('invalid_input', detail, { field, expected: form })
    }
    const address = writtenAddress(text, field)
    if (address !== null) return address
    const name = normalName(text)
    if (name === null) throw new Problem('invalid_input', 'This is neither an address nor an ENS name.', { field, expected: form })
    const found = await look(name, context).catch((error: unknown) => {
      if (!(error instanceof RpcUnreachable)) throw error
      throw new Problem('ens_unavailable', 'No answer about this name came from Ethereum.', { retryAfter: 5, cause: error })
    })
    if (found.kind === 'address') return found.address
    const why = found.kind === 'nobody' ? 'No address goes by this name.' : 'This name is kept off Ethereum, where it is not looked up.'
    throw new Problem('unknown_name', why, { field })
  }
}
