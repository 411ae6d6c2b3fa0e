import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import secp256k1 from 'secp256k1'
import { keccak256 } from '../../chain/keccak.ts'
import { fromHex, toHex, type Hex } from '../../shared/bytes.ts'

/**
 * What a key service does when it is asked for a signature. `highS` gives the other, equally valid signature; `denies` does not know
 * the caller.
 */
export type Conduct = 'signs' | 'highS' | 'otherKey' | 'garbage' | 'refuses' | 'denies' | 'hangs' | 'noSuchKey'

export interface LocalKeyService {
  readonly url: string
  conduct: Conduct
  /** Signatures that were asked for. */
  asked: number
  close(): Promise<void>
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const otherKey = new Uint8Array(32).fill(7)

/** r and s of this digest by the key, as the conduct has it. */
function signatureOf(digest: Uint8Array, key: Uint8Array, conduct: Conduct): Uint8Array {
  const { signature } = secp256k1.ecdsaSign(digest, conduct === 'otherKey' ? otherKey : key)
  if (conduct !== 'highS') return signature
  const s = order - BigInt(toHex(signature.subarray(32)))
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
}

async function listen(answer: (request: IncomingMessage, body: string, response: ServerResponse) => void): Promise<{
  readonly url: string
  close(): Promise<void>
}> {
  const server = createServer((request, response) => {
    void text(request).then((body) => answer(request, body, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A server with the two routes of Web3Signer for Ethereum accounts: it lists its public keys, and signs the digest of what it gets. */
export async function localWeb3Signer(privateKey: Hex): Promise<LocalKeyService> {
  const key = fromHex(privateKey)
  const names = () => (service.conduct === 'noSuchKey' ? [otherKey] : [otherKey, key]).map(publicName)
  const server = await listen((request, body, response) => {
    if (service.conduct === 'denies') {
      response.writeHead(401).end('who are you?')
      return
    }
    if (request.url === '/api/v1/eth1/publicKeys') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(names()))
      return
    }
    service.asked += 1
    if (service.conduct === 'hangs') return
    const asked = request.method === 'POST' && request.url === `/api/v1/eth1/sign/${publicName(key)}`
    if (!asked || service.conduct === 'refuses') {
      response.writeHead(asked ? 500 : 404).end()
      return
    }
    const { data } = JSON.parse(body) as { data: Hex }
    const signature = Buffer.from(signatureOf(keccak256(fromHex(data)), key, service.conduct)).toString('hex')
    response.setHeader('content-type', 'text/plain').end(service.conduct === 'garbage' ? 'no signature' : `0x${signature}1b`)
  })
  const service: LocalKeyService = { ...server, conduct: 'signs', asked: 0 }
  return service
}

/** The 64 bytes of a public key, as Web3Signer names its keys. */
function publicName(key: Uint8Array): string {
  return toHex(secp256k1.publicKeyCreate(Uint8Array.from(key), false).subarray(1))
}

/** A server that answers the action `Sign` of AWS KMS in its JSON protocol: a DER signature in base64. */
export async function localKms(privateKey: Hex): Promise<LocalKeyService> {
  const key = fromHex(privateKey)
  const server = await listen((request, body, response) => {
    service.asked += 1
    if (service.conduct === 'hangs') return
    const { Message, MessageType, SigningAlgorithm } = JSON.parse(body) as Record<string, string>
    const known =
      request.headers['x-amz-target'] === 'TrentService.Sign' && MessageType === 'DIGEST' && SigningAlgorithm === 'ECDSA_SHA_256'
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    const refusal = { denies: 'AccessDeniedException', noSuchKey: 'NotFoundException' }[service.conduct as string]
    if (refusal !== undefined) {
      response.writeHead(400).end(JSON.stringify({ __type: refusal, message: 'arn:aws:kms:secret' }))
      return
    }
    if (!known || service.conduct === 'refuses') {
      response.writeHead(400).end(JSON.stringify({ __type: 'KMSInvalidStateException', message: 'the key is disabled' }))
      return
    }
    const signature = signatureOf(Buffer.from(Message ?? '', 'base64'), key, service.conduct)
    const der = service.conduct === 'garbage' ? Buffer.from('no signature') : Buffer.from(derOf(signature))
    response.end(JSON.stringify({ KeyId: 'key', Signature: der.toString('base64'), SigningAlgorithm }))
  })
  const service: LocalKeyService = { ...server, conduct: 'signs', asked: 0 }
  return service
}

/** `signatureExport` of the library refuses a high s, which KMS may well give. */
function derOf(signature: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const first = bytes.findIndex((byte) => byte !== 0)
    const digits = [...bytes.subarray(first)]
    const positive = digits[0]! >= 0x80 ? [0, ...digits] : digits
    return [2, positive.length, ...positive]
  }
  const both = [...integer(signature.subarray(0, 32)), ...integer(signature.subarray(32))]
  return Uint8Array.from([0x30, both.length, ...both])
}
