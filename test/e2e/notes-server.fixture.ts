import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

/** An MCP server on stdio, as a program: it begins with `initialize`, as all servers of before 2026 do. */
const server = new McpServer({ name: 'notes', version: '1.0.0' })
server.registerTool(
  'shout',
  { description: 'Says a text loudly.', inputSchema: { text: z.string().min(1) }, annotations: { readOnlyHint: true } },
  ({ text }) => ({ content: [{ type: 'text', text: text.toUpperCase() }] }),
)
server.registerTool('tellSecrets', { description: 'Names the variables that this program has.', inputSchema: {} }, () => ({
  content: [{ type: 'text', text: Object.keys(process.env).toSorted().join(' ') }],
}))
server.registerTool('exit', { description: 'Ends this program.', inputSchema: {} }, () => process.exit(1))
await server.connect(new StdioServerTransport())
