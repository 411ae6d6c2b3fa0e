import { LRUCache } from 'lru-cache'
import { Problem, z } from '../../../../src/goods/door.ts'
import { addressOfName, type NameLookup, normalizeName } from '../../../../src/goods/kit/ens.ts'
import { type Chains, checksumAddress, type Hex, isAddress } from '../../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { RpcUnreachable } from '../../../../src/goods/kit/rpc.ts'
import { hasPassed } from '../../../../src/goods/kit/time.ts'
import { takeOffChain } from './address-on-chain.ts'
import { ethereum } from './ens-name.ts'

export interface SubjectContext {
  readonly chains: Chains
  readonly clock: Clock
  readonly signal: AbortSignal
}

const maxLength = 255
/** A call may take 3 seconds; this leaves enough of them to observe the address. */
const ensMs = 600

const expected =
  'an address (0x and 40 hex digits, in one case or with its EIP-55 checksum; also as eip155:8453:0x…) or an ENS name such as name.eth'

export const subjectText = z.string().min(3, expected).max(maxLength, expected).describe('An address or an ENS name')

/** The address that a text spells out; null where the text can only be a name. @throws Problem `invalid_input` */
function writtenAddress(text: string, field: string): Hex | null {
  if (!isAddress(text)) {
    if (/^0x/i.test(text) && !text.includes('.')) throw new Problem('invalid_input', 'This is not a valid address.', { field, expected })
    return null
  }
  const lower = text.toLowerCase() as Hex
  const oneCase = text === lower || text.slice(2) === text.slice(2).toUpperCase()
  if (oneCase || text === checksumAddress(lower)) return lower
  throw new Problem(
    'invalid_input',
    'The upper and lower case of this address is not its EIP-55 checksum. A digit may be mistyped. Check it, or send it in lower case.',
    { field, expected },
  )
}

/** How long a name is kept: with an address five minutes, without one a minute. */
const keptMs = 300_000
const keptUnknownMs = 60_000
const maxNames = 10_000

/** Makes a reader of texts that name an address. It keeps the addresses of ENS names for a while. */
export function createSubjectReader() {
  const names = new LRUCache<string, { readonly found: NameLookup; readonly at: number }>({ max: maxNames })

  async function lookUp(name: string, { chains, clock, signal }: SubjectContext): Promise<NameLookup> {
    const held = names.get(name)
    if (held && !hasPassed(held.at, held.found.kind === 'address' ? keptMs : keptUnknownMs, clock.now())) return held.found
    const chain = chains.get(ethereum)
    if (!chain) throw new Problem('ens_unavailable', 'ENS names are read on Ethereum, which is not connected here.', { retryAfter: 60 })
    const found = await addressOfName(chain.rpc, name, { timeoutMs: ensMs, signal })
    names.set(name, { found, at: clock.now() })
    return found
  }

  /**
   * The address itself, or the address to which an ENS name leads on Ethereum now.
   * @throws Problem `invalid_input`, `unsupported_network`, `unknown_name`, `ens_unavailable`
   */
  return async function readSubject(given: string, field: string, context: SubjectContext): Promise<Hex> {
    const { text } = takeOffChain(given, field, context.chains)
    // `batch` is the path of the batch offer, which takes a POST.
    if (text === 'batch') {
      const detail = 'This is not a valid address. To ask for several, send a POST with `addresses` in the body.'
      throw new Problem('invalid_input', detail, { field, expected })
    }
    const address = writtenAddress(text, field)
    if (address !== null) return address
    const name = normalizeName(text)
    if (name === null) throw new Problem('invalid_input', 'This is neither an address nor an ENS name.', { field, expected })
    const found = await lookUp(name, context).catch((error: unknown) => {
      if (!(error instanceof RpcUnreachable)) throw error
      throw new Problem('ens_unavailable', 'Ethereum did not answer about this name. Try again in a few seconds.', {
        retryAfter: 5,
        cause: error,
      })
    })
    if (found.kind === 'address') return found.address
    const why =
      found.kind === 'nobody'
        ? 'This name does not resolve to an address.'
        : 'The address of this name is stored outside Ethereum. This service does not look up such names.'
    throw new Problem('unknown_name', why, { field })
  }
}
