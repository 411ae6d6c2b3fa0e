import type * as Sdk from '@aws-sdk/client-kms'
import secp256k1 from 'secp256k1'
import type { KeyService } from './remote-signer.ts'

export interface AwsKmsOptions {
  /** The id, the ARN or the alias of a key of the kind ECC_SECG_P256K1 for signing. */
  readonly keyId: string
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  /** Instead of what AWS's environment variables and files say. */
  readonly settings?: Sdk.KMSClientConfig
}

/**
 * A key in AWS KMS. Credentials, region and endpoint come from AWS's own environment variables and files, which its client reads.
 * The client is an optional part of an installation: it is loaded when the first signature is needed.
 */
export function createAwsKms({ keyId, timeoutMs, settings }: AwsKmsOptions): KeyService {
  let opened: Promise<{ readonly client: Sdk.KMSClient; readonly sdk: typeof Sdk }> | null = null

  async function open() {
    const sdk = await import('@aws-sdk/client-kms')
    // The settler repeats what fails, so the client need not.
    const client = new sdk.KMSClient({
      maxAttempts: 1,
      requestHandler: { requestTimeout: timeoutMs, connectionTimeout: timeoutMs },
      ...settings,
    })
    return { client, sdk }
  }

  return {
    name: 'AWS KMS',
    async sign({ digest, signal }) {
      opened ??= open()
      const { client, sdk } = await opened.catch((error: unknown) => {
        opened = null
        throw error
      })
      const command = new sdk.SignCommand({
        KeyId: keyId,
        Message: digest,
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      })
      const { Signature: der } = await client.send(command, { abortSignal: signal })
      if (der === undefined) throw new Error('the answer of AWS KMS has no signature')
      return secp256k1.signatureImport(Uint8Array.from(der))
    },
  }
}
