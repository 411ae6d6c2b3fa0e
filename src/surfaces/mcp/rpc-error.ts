/** Codes of JSON-RPC, of MCP and of the MCP transport of MPP (draft-payment-transport-mcp-00). */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  methodNotFound: -32601,
  refused: -32000,
  resourceNotFound: -32002,
  paymentRequired: -32042,
  paymentVerificationFailed: -32043,
} as const

/** An answer that is a JSON-RPC error. Outsiders read its message, so it holds no internal text. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}
