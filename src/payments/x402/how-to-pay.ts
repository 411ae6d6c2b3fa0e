import { formatUsd } from '../../shared/money.ts'

interface Terms {
  /** Base units. */
  readonly price: bigint
  readonly sandbox: boolean
  readonly realData: boolean
  /** Whether a network takes signed authorizations: without one, only transfers by MPP are possible. */
  readonly signed: boolean
}

/** The `howToPay` member of a 402 body, for readers who know neither protocol. The steps of MPP are in the member `mpp`. */
export function howToPay({ signed, ...terms }: Terms): Record<string, unknown> {
  return {
    protocols: signed ? ['x402', 'mpp'] : ['mpp'],
    ...(signed ? { x402: x402Steps(terms) } : {}),
    mpp: {
      challenge: 'WWW-Authenticate',
      header: 'Authorization',
      steps: ['Read mpp.howToPay: it has the steps for the challenge in WWW-Authenticate.'],
    },
  }
}

function x402Steps({ price, sandbox, realData }: Omit<Terms, 'signed'>): Record<string, unknown> {
  const dollars = formatUsd(price)
  return {
    version: 2,
    header: 'PAYMENT-SIGNATURE',
    steps: [
      `This call costs ${dollars} USDC. You need a wallet that holds USDC on one of the networks in accepts. You need no account, no API key and no gas: we send the transaction.`,
      ...(sandbox
        ? [
            `This is a sandbox with ${realData ? 'real data, play money and ' : ''}its own chains: fund your wallet for free with POST /sandbox/faucet {"address":"0x…","usdc":"5"}, and do not use a real key here.`,
          ]
        : []),
      `Choose one entry of accepts. amount is in base units of 6 decimals: ${price} is ${dollars} USDC.`,
      'Make an authorization: from = your address, to = payTo, value = amount, validAfter = 0, validBefore = now + maxTimeoutSeconds (unix seconds), nonce = 32 fresh random bytes.',
      'Sign it as EIP-712 typed data: primary type TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce); domain name and version from extra, chainId = the number after "eip155:", verifyingContract = asset.',
      'Send the same request again with the header PAYMENT-SIGNATURE: standard base64 of {"x402Version":2,"accepted":<the entry>,"payload":{"signature":"0x…","authorization":{"from","to","value","validAfter","validBefore","nonce"}}}. All numbers of the authorization are decimal strings.',
      'The answer is 200 with the header PAYMENT-RESPONSE: base64 JSON with the transaction hash. If the connection breaks or you get a 503, send the identical request with the same header again: one payment is charged once.',
    ],
    sdk: {
      typescript: ['@x402/fetch', '@x402/axios'],
      example:
        "import { wrapFetchWithPayment, x402Client } from '@x402/fetch'; import { registerExactEvmScheme } from '@x402/evm/exact/client'; const client = new x402Client(); registerExactEvmScheme(client, { signer }); const response = await wrapFetchWithPayment(fetch, client)(url)",
    },
    spec: 'https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md',
  }
}
