// Pays by the command line of agentcash, which knows one network that the service accepts. Its balance service is replaced.
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { given } from './called.mjs'

const [network] = given.networks
const modules = ['./agentcash-without-service.mjs', './node_modules/agentcash/dist/esm/index.js'].map((name) =>
  join(import.meta.dirname, name),
)
const env = { ...process.env, HOME: mkdtempSync(join(tmpdir(), 'agentcash-')), X402_PRIVATE_KEY: given.key }
const printed = JSON.parse(execFileSync(process.execPath, ['--import', ...modules, 'fetch', given.url], { env, encoding: 'utf8' }))
const { protocol, network: paid, payment } = printed.metadata
if (protocol !== 'x402' || paid !== 'base') throw new Error(`it paid by ${protocol} on ${paid}`)
const { success, transactionHash: transaction } = payment
console.log(JSON.stringify({ network, status: 200, answer: printed.data, isError: false, payment: { success, transaction, network } }))
