import { z } from '../door.ts'
import { isBaseAddress, kebab, named, withSecrets, words } from './fields.ts'
import { whyNotSent } from './header-names.ts'
import { dollars } from './price-text.ts'

const tool = z
  .strictObject({
    access: z.enum(['free', 'price']).default('price').describe('free, or always for the price'),
    price: dollars.optional().describe('Dollars for one call, such as 0.01; at most six decimal places'),
    purpose: words(600).optional().describe('What it is for; what the server says of it unless given'),
    example: z.record(z.string(), z.unknown()).optional().describe('Arguments of a real call; made from its schema unless given'),
    answerBytes: z.int().min(1).max(50_000_000).default(5_000_000),
  })
  .refine(({ access, price }) => (access === 'free') === (price === undefined), { path: ['price'], message: 'a price, or access: free' })

export const mcpServers = z
  .record(
    kebab,
    z
      .strictObject({
        url: z
          .string()
          .refine(isBaseAddress, 'an address such as https://mcp.example.com/mcp, without a query, a fragment and a user name')
          .optional()
          .describe('The endpoint of a server that speaks Streamable HTTP'),
        command: z
          .array(z.string().min(1).max(4_000))
          .min(1)
          .max(100)
          .optional()
          .describe('A program that speaks MCP on stdio, with its arguments. Each instance of the service starts one.'),
        private: z
          .boolean()
          .default(false)
          .describe(
            'The address is on a private network or this machine, or is plain http. Without it only https to public addresses is possible.',
          ),
        headers: z.record(named(whyNotSent, 'set'), withSecrets).default({}).describe('Headers of every request to the url'),
        env: z
          .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of a variable'), withSecrets)
          .default({})
          .describe('Variables of the command. Of those of the service it gets only PATH, HOME and the like.'),
        timeoutSeconds: z.number().min(0.1).max(300).default(30).describe('How long a call may take'),
        tools: z.record(words(128), tool).default({}).describe('What each tool costs, by its name at the server'),
        otherTools: z
          .union([z.literal('free'), dollars])
          .optional()
          .describe('The price of all other tools, or free. They are not sold unless given.'),
      })
      .refine(({ url, command }) => (url === undefined) !== (command === undefined), 'one of url and command')
      .refine(({ tools, otherTools }) => Object.keys(tools).length > 0 || otherTools !== undefined, {
        path: ['tools'],
        message: 'at least one tool with its price, or otherTools',
      }),
  )
  .default({})
  .describe('MCP servers whose tools are sold: each as a tool, and at POST /<name of the server>/<name of the tool>')

export type McpServer = z.output<typeof mcpServers>[string]
export type SoldTool = z.output<typeof tool>
