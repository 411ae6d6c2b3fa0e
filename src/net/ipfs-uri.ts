import { FetchFailed } from './fetch-failed.ts'

/** Content ids that gateways accept: version 0, and version 1 in base32, base36 or base58. */
const cid = '(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{40,110}|k[a-z0-9]{40,110}|z[1-9A-HJ-NP-Za-km-z]{40,110})'
// Some URIs have the path of a gateway behind the scheme.
const form = new RegExp(`^ipfs://(?:ipfs/)?(${cid})((?:/[A-Za-z0-9._~!$&'()*+,;=:@%-]*)*)$`, 'i')
const exact = new RegExp(`^${cid}$`)
const climbing = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|%00/i

/**
 * The URL of an `ipfs://` URI on a gateway. `gateway` is the operator's, such as `https://ipfs.example`, without a slash at
 * the end. Nothing in the URI can lead out of the tree of its content id.
 * @throws FetchFailed `ipfs_off` without a gateway, `not_a_url` for anything but a content id and a plain path.
 */
export function ipfsTarget(text: string, gateway: string | null): { readonly url: URL; readonly root: string } {
  if (gateway === null) throw new FetchFailed('ipfs_off')
  const [, id = '', path = ''] = text.length > 1_024 ? [] : (form.exec(text) ?? [])
  if (!exact.test(id) || climbing.test(path)) throw new FetchFailed('not_a_url')
  const root = new URL(`${gateway}/ipfs/${id}`)
  return { url: new URL(root.href + path), root: root.href }
}

/** Whether a URL is this root or leads into its tree and nowhere else. */
export function isBelow(url: URL, root: string): boolean {
  if (url.href === root) return true
  return url.href.startsWith(`${root}/`) && !climbing.test(url.pathname)
}
