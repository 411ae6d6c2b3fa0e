import type { Network } from '../../../../src/goods/kit/evm.ts'
import type { SourceStamp } from '../../../../src/goods/kit/http.ts'
import type { Block } from '../../../../src/goods/kit/rpc.ts'

/** The entry in `meta.sources` for a network that was read at this block. */
export function networkStamp({ id, name }: Pick<Network, 'id' | 'name'>, block: Block, cached: boolean): SourceStamp {
  return {
    id: `rpc:${id}`,
    // Never the address of the node, which may hold a key.
    url: `caip2:${id}`,
    asOf: new Date(Number(block.timestamp) * 1_000).toISOString(),
    licence: 'public blockchain data',
    attribution: `${name}, block ${block.number}`,
    cache: cached ? 'hit' : 'miss',
  }
}
