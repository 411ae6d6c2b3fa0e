/** Questions to the nodes of EVM networks, and what they answer, for lines of goods. */
export { topics } from '../../chain/abi.ts'
export { RpcRejected, RpcUnreachable, type Block, type EventLog, type Rpc } from '../../chain/chain.ts'
