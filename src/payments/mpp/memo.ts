import { keccak256 } from '../../chain/keccak.ts'
import { type Hex, toHex } from '../../shared/bytes.ts'

/*
 * MPP's attribution memo, 32 bytes: keccak256("mpp") 4, version 1, keccak256(realm) 10, keccak256(client) 10 or zeros,
 * keccak256(challenge id) 7. A plain account appends it to the calldata of its transfer, where the token ignores it.
 */
const hashOf = (text: string) => keccak256(Buffer.from(text, 'utf8'))
const start = Buffer.concat([hashOf('mpp').subarray(0, 4), Uint8Array.of(1)])
const clientStart = 2 * 15
const clientEnd = 2 * 25

/** The memo of a payment for this challenge; `client` is the payer's name for its software, or null. */
export function attributionMemo({
  id,
  realm,
  client,
}: {
  readonly id: string
  readonly realm: string
  readonly client: string | null
}): Hex {
  return toHex(
    Buffer.concat([
      start,
      hashOf(realm).subarray(0, 10),
      client === null ? new Uint8Array(10) : hashOf(client).subarray(0, 10),
      hashOf(id).subarray(0, 7),
    ]),
  )
}

/** Whether calldata ends with the memo for this challenge, of any client. A call with its selector must come before it. */
export function endsWithMemo(calldata: Hex, { id, realm }: { readonly id: string; readonly realm: string }): boolean {
  if (calldata.length < 2 + 2 * (4 + 32)) return false
  const last = calldata.slice(-64).toLowerCase()
  const memo = attributionMemo({ id, realm, client: null }).slice(2)
  return last.slice(0, clientStart) === memo.slice(0, clientStart) && last.slice(clientEnd) === memo.slice(clientEnd)
}
