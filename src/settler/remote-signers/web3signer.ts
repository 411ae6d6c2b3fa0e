import { publicKeyToAddress } from 'viem/accounts'
import * as z from 'zod'
import type { HttpClient } from '../../net/http-client.ts'
import { parseJson } from '../../net/parse-json.ts'
import { fromHex, toHex, type Hex } from '../../shared/bytes.ts'
import type { KeyService } from './remote-signer.ts'
import { KeyMissing } from './signer-failed.ts'

export interface Web3SignerOptions {
  /** Its base URL, without a slash at the end. */
  readonly url: string
  readonly address: Hex
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly http: Pick<HttpClient, 'send'>
}

const publicKeys = z.array(z.string().regex(/^0x[0-9a-fA-F]{128}$/))
/** r, s and v, with or without quotation marks around them. */
const signatureForm = /^"?0x([0-9a-fA-F]{130})"?\s*$/

/**
 * The interface of Web3Signer for Ethereum accounts: `GET /api/v1/eth1/publicKeys`, and `POST /api/v1/eth1/sign/{public key}`, which
 * signs the keccak-256 digest of the data it gets. The key is named by its public key, which is looked up by the address once.
 */
export function createWeb3Signer({ url, address, timeoutMs, http }: Web3SignerOptions): KeyService {
  let found: string | null = null

  async function publicKey(signal: AbortSignal): Promise<string> {
    if (found !== null) return found
    const { body } = await http.send(`${url}/api/v1/eth1/publicKeys`, { timeoutMs, maxBytes: 1_048_576, signal })
    const keys = publicKeys.parse(parseJson(body))
    const own = keys.find((key) => publicKeyToAddress(`0x04${key.slice(2)}`).toLowerCase() === address.toLowerCase())
    if (own === undefined) throw new KeyMissing('Web3Signer has no key of this account')
    found = own
    return own
  }

  return {
    name: 'Web3Signer',
    async sign({ bytes, signal }) {
      const key = await publicKey(signal)
      const { body } = await http.send(`${url}/api/v1/eth1/sign/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/plain, application/json' },
        body: JSON.stringify({ data: toHex(bytes) }),
        timeoutMs,
        maxBytes: 1_024,
        signal,
      })
      const signature = signatureForm.exec(Buffer.from(body).toString('latin1'))?.[1]
      if (signature === undefined) throw new Error('the answer of Web3Signer is no signature')
      return fromHex(`0x${signature.slice(0, 128)}`)
    },
  }
}
