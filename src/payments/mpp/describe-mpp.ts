import type { Network } from '../../chain/chain.ts'

/** The `mpp` member of a 402's body: how to pay by MPP, for readers who don't know it. `bareHashes`: whether a hash without a proof is accepted. */
export function describeMpp(networks: readonly Network[], bareHashes: boolean): Record<string, unknown> {
  return {
    supported: true,
    methods: ['evm'],
    intents: ['charge'],
    currency: 'USDC',
    networks: networks.map(({ id, name }) => ({ network: id, name })),
    bareHash: bareHashes ? 'accepted' : 'refused',
    otherNetwork:
      'The challenge in WWW-Authenticate is for one network. Send the request header Payment-Network with one of these ids to get it for another.',
    howToPay: [
      'Read the challenge in the response header WWW-Authenticate: Payment. Its request parameter is base64url of JSON with amount (USDC base units), currency (the token), recipient and methodDetails.chainId.',
      'Either sign: an EIP-3009 TransferWithAuthorization of exactly that amount to recipient, with nonce = keccak256(id followed by realm), or keccak256 of the JSON text ["id","realm"] as newer SDKs have it, and validBefore = expires; we send it and pay the gas. Payload: {"type":"authorization","from","to","value","validAfter","validBefore","nonce","signature"}.',
      `Or send the transfer yourself: transfer exactly that amount of that token to recipient before expires, and present the transaction. Payload: {"type":"hash","hash"}. To prove that it is yours, end the calldata with the 32-byte MPP memo of the challenge, or add "signature": the EIP-191 signature by the payer of "<challenge id>:<transaction hash>".${bareHashes ? '' : ' Anybody can read a hash on the chain, so one without such a proof is refused (proof_required). A transfer that you sent without a memo is claimed with that signature and the challenge that you sent it for, within seven days.'}`,
      'Send the same request again with Authorization: Payment <base64url without padding of {"challenge": the parameters unchanged, "source": "did:pkh:eip155:<chain id>:<address>", "payload"}>. Use Payment-Authorization if you need Authorization for something else.',
      'Nothing came back? Send the identical request with the identical credential again: it gets its answer and is never charged twice.',
    ],
    sdk: 'mppx',
    spec: 'https://paymentauth.org',
  }
}
