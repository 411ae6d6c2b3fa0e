import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server'
import { declaresPayment, type Message, type Requests } from './answer-message.ts'
import { allTools, type ToolView } from './choose-tools.ts'
import type { Caller } from './call-tool.ts'
import { envelopeKeys, envelopeOf } from './protocol-versions.ts'
import { RpcError } from './rpc-error.ts'

/** A message of the stateless version, with its request. */
export type StatelessMessage = Message & { readonly request: Request }

interface Asked {
  readonly caller: Caller
  readonly view: ToolView
}

/**
 * Answers messages of the stateless version (2026-07-28) through the official server package: it reads the envelope in `_meta`, compares it with the
 * headers `Mcp-Method` and `Mcp-Name`, and answers `server/discover`. There are no sessions and, since nothing here changes while a client
 * listens, no streams.
 */
export function createStatelessAnswering({
  info,
  capabilities,
  instructions,
  answer,
}: Requests): (message: StatelessMessage) => Promise<Response> {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const asked = authInfo?.extra?.['asked'] as Asked
      const server = new Server(info, { capabilities, instructions })
      server.fallbackRequestHandler = ({ method, params }) =>
        answer(method, params ?? {}, asked.caller, asked.view).catch((error: unknown) => {
          throw error instanceof RpcError ? new ProtocolError(error.code, error.message, error.data) : error
        })
      return server
    },
    { legacy: 'reject' },
  )

  return ({ request, body, caller, view = allTools }) => {
    const asked: Asked = {
      caller: { ...caller, paymentErrors: declaresPayment(envelopeOf(body)[envelopeKeys.capabilities]), links: true },
      view,
    }
    // The package hands this on as it is, for servers that know who calls.
    return handler.fetch(request, { parsedBody: body, authInfo: { token: '', clientId: caller.client, scopes: [], extra: { asked } } })
  }
}
