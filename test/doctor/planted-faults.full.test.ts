import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { modelDirectory } from '../../goods/text/models/model-directory.ts'
import { examineModels } from '../../goods/text/examinations.ts'
import { checkLanguageModel } from '../../src/doctor/check-language-model.ts'
import { lines } from '../../goods/lines.ts'
import { lineChecks } from '../../src/doctor/line-checks.ts'
import { loadGoods } from '../../src/service/goods/load-goods.ts'
import { readConfig } from '../../src/config/config.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { startAlteredNode, type Alterations } from './altered-node.ts'
import { diagnose, expectToMend, makeSetUp, payTo, toMend, type Environment, type SetUp } from './set-up.ts'

const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const otherKey = `0x${'22'.repeat(32)}`

let good: SetUp
beforeAll(async () => {
  good = await makeSetUp()
})
afterAll(() => good?.close())

/** What a test has opened, and ends again. */
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function directory(): string {
  const made = mkdtempSync(join(good.env['DATA_DIR']!, 'case-'))
  closing.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** The address of a node that answers as the real one does, but for these alterations. */
async function altered(alterations: Alterations): Promise<string> {
  const node = await startAlteredNode(good.rpcUrl, alterations)
  closing.push(() => node.close())
  return node.url
}

test('a healthy set-up has nothing to mend', async () => {
  const findings = await diagnose(good.env)
  expect(toMend(findings)).toEqual([])
  const checks = new Set(findings.map(({ check }) => check))
  expect([...checks].toSorted()).toEqual(
    [
      'addresses',
      'clock',
      'database',
      'disk',
      'fees',
      'files',
      'gas',
      'machine',
      'node',
      'payee',
      'settings',
      'sources',
      'token',
    ].toSorted(),
  )
})

describe('a wrong setting is found, with its fix', () => {
  const key = () => good.env['SIGNER_KEY']!
  test.each<[string, () => Environment, readonly RegExp[]]>([
    ['a mistyped name', () => ({ RPC_URL_POLYGN: 'http://127.0.0.1:1' }), [/^settings \[RPC_URL_POLYGN\].*did you mean RPC_URL_POLYGON/]],
    [
      'a network that does not exist',
      () => ({ RPC_URL_GNOSIS: 'http://127.0.0.1:1' }),
      [/^settings \[RPC_URL_GNOSIS\].*remove RPC_URL_GNOSIS/],
    ],
    [
      'a mistyped source with a contract',
      () => ({ SOURCES_ACCEPTED: 'coingeko' }),
      [/^settings \[SOURCES_ACCEPTED\].*coingeko.*write coingecko/],
    ],
    [
      'a mistyped source to switch off',
      () => ({ SOURCES_DISABLED: 'uk-sanction' }),
      [/^settings \[SOURCES_DISABLED\].*write uk-sanctions/],
    ],
    ['a mistyped offer to settle first', () => ({ SETTLE_FIRST: 'token-analysys' }), [/^settings \[SETTLE_FIRST\].*write token-analysis/]],
    [
      'an offer that does not exist',
      () => ({ FIRST_CALL_CHARGED: 'weather' }),
      [/^settings \[FIRST_CALL_CHARGED\].*weather.*the offers are/],
    ],
    ['a value out of range', () => ({ RATE_LIMIT_BURST: '0' }), [/^settings \[RATE_LIMIT_BURST\].*from 1 to.*correct RATE_LIMIT_BURST/]],
    [
      'a payee with a mistyped letter',
      () => ({ PAY_TO: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }),
      [/^settings \[PAY_TO\].*checksum.*correct PAY_TO/],
    ],
    ['no public address', () => ({ PUBLIC_URL: '' }), [/^settings \[PUBLIC_URL\].*is required.*does not start/]],
    [
      'a payee that is a signer',
      () => ({ PAY_TO: privateKeyToAddress(key() as `0x${string}`) }),
      [/^addresses \[PAY_TO\].*SIGNER_KEY.*another key there/],
    ],
    ['a payee that nobody owns', () => ({ PAY_TO: `0x${'0'.repeat(36)}dEaD` }), [/^addresses \[PAY_TO\].*nobody owns.*wallet of yours/]],
    ['a refund wallet that is a signer', () => ({ REFUND_KEY: key() }), [/^addresses \[REFUND_KEY\].*third account/]],
    [
      'a refund wallet that is a signer which retires',
      () => ({ REFUND_KEY: otherKey, SIGNER_KEY_RETIRING: otherKey }),
      [/^addresses \[REFUND_KEY\].*SIGNER_KEY_RETIRING.*third account/],
    ],
    [
      'a remote signer that is not there, and has no gas money',
      () => ({ REMOTE_SIGNERS: `web3signer:http://127.0.0.1:1@0x${'1b'.repeat(20)}` }),
      [/^signer \[web3signer, 0x1b1b.*can't be reached.*start Web3Signer.*other signers/, /^gas \[base, signer 0x1b1b.*other signers/],
    ],
    [
      'a refund wallet that is the payee',
      () => ({ REFUND_KEY: otherKey, PAY_TO: privateKeyToAddress(otherKey as `0x${string}`) }),
      [/^addresses \[REFUND_KEY\].*PAY_TO.*third account/],
    ],
    ['nothing that settles', () => ({ SIGNER_KEY: '' }), [/^gas \[SIGNER_KEY\].*x402 is off.*FACILITATOR_URL/]],
    [
      'every source switched off that is asked for',
      () => ({ BROWSER_PATHS: '/usr/bin/x' }),
      [/^settings \[BROWSER_PATHS\].*BROWSER_PATH\?/],
    ],
  ])('%s', async (_, change, expected) => {
    expectToMend(await diagnose({ ...good.env, ...change() }), expected)
  })

  test('a payee that is the token', async () => {
    expectToMend(await diagnose({ ...good.env, PAY_TO: usdcOnBase }), [
      /^addresses \[PAY_TO\].*USDC contract of Base.*wallet of yours/,
      /^payee \[base\].*contract of a token/,
      // It does not let itself be paid.
      /^payee \[base\].*blacklisted/,
    ])
  })

  test('a secret in a file that others may read', async () => {
    const file = join(directory(), 'key')
    writeFileSync(file, good.env['SIGNER_KEY']!, { mode: 0o644 })
    chmodSync(file, 0o644)
    const findings = await diagnose({ ...good.env, SIGNER_KEY: '', SIGNER_KEY_FILE: file })
    expect(toMend(findings)).toContainEqual(expect.stringMatching(/^settings \[SIGNER_KEY\].*mode 644.*=> chmod 600 .*\/key$/))
  })

  test('all at once, and each by itself', async () => {
    const wrong = { RPC_URL_POLYGN: 'x', SOURCES_ACCEPTED: 'coingeko', PORT: 'many', PAY_TO: 'me' }
    const subjects = (await diagnose({ ...good.env, ...wrong })).filter(({ check, status }) => check === 'settings' && status !== 'ok')
    expect(subjects.map(({ subject }) => subject)).toEqual(['PORT', 'PAY_TO', 'RPC_URL_POLYGN', 'SOURCES_ACCEPTED'])
  })

  test('and no secret is ever shown', async () => {
    const secrets = {
      SIGNER_KEY: 'hunter2hunter2',
      RPC_URL_BASE: 'http://127.0.0.1:1/v2/nodesecret',
      DATABASE_URL: 'postgres://me:pgsecret@127.0.0.1:1/x',
    }
    expect(JSON.stringify(await diagnose({ ...good.env, ...secrets }))).not.toMatch(/hunter2|nodesecret|pgsecret/)
  })
})

describe('a wrong data directory is found, with its fix', () => {
  async function ledgerIn(path: string): Promise<string> {
    const store = await openSqliteStore({
      directory: path,
      clock: systemClock,
      timers: systemTimers,
      log: silentLog,
      metrics: silentMetrics,
    })
    await store.close()
    return join(path, 'farthing.db')
  }

  function changed(file: string, sql: string): void {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }

  test('one that other users can reach', async () => {
    const path = directory()
    await ledgerIn(path)
    chmodSync(path, 0o755)
    chmodSync(join(path, 'farthing.db'), 0o644)
    const lines = toMend(await diagnose({ ...good.env, DATA_DIR: path }))
    expect(lines).toContainEqual(expect.stringMatching(/^files \[DATA_DIR\].*mode 755.*=> chmod 700/))
    expect(lines).toContainEqual(expect.stringMatching(/^files \[farthing.db\].*mode 644.*=> chmod 600/))
  })

  test('one that is a file', async () => {
    const path = join(directory(), 'file')
    writeFileSync(path, '', { mode: 0o600 })
    expectToMend(await diagnose({ ...good.env, DATA_DIR: path }), [/^disk \[DATA_DIR\].*is no directory => set DATA_DIR/])
  })

  test('one that is lost when the machine stops, and one without room', async () => {
    const free = 5_000_000_000
    const inMemory = await diagnose(good.env, { readDisk: async () => ({ free, type: 0x01021994 }) })
    expectToMend(inMemory, [/^disk \[DATA_DIR\].*is in memory.*mount a volume/])
    const ofContainer = await diagnose(good.env, { readDisk: async () => ({ free, type: 0x794c7630 }) })
    expectToMend(ofContainer, [/^disk \[DATA_DIR\].*in the container itself.*mount a volume/])
    const full = await diagnose(good.env, { readDisk: async () => ({ free: 5_000_000, type: 0xef53 }) })
    expectToMend(full, [/^disk \[DATA_DIR\].*only 5 MB free.*make room/])
  })

  test('a damaged database', async () => {
    const path = directory()
    const file = await ledgerIn(path)
    changed(
      file,
      `CREATE TABLE filler (text TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         INSERT INTO filler SELECT hex(zeroblob(100)) FROM n; PRAGMA wal_checkpoint(TRUNCATE)`,
    )
    // Pages near the end, as a disk that dies leaves them.
    const bytes = readFileSync(file)
    bytes.fill(0x55, bytes.length - 10 * 4_096, bytes.length - 5 * 4_096)
    writeFileSync(file, bytes)
    const findings = await diagnose({ ...good.env, DATA_DIR: path, BROWSER: 'off', TEXT_TOOLS: 'off' }, { quick: false })
    expectToMend(findings, [/^database: it is damaged: .*restore the newest backup/])
  })

  test('a file that is no database', async () => {
    const path = directory()
    writeFileSync(join(path, 'farthing.db'), 'x'.repeat(8_192), { mode: 0o600 })
    expectToMend(await diagnose({ ...good.env, DATA_DIR: path }), [
      /^database: .*can't be read: file is not a database.*restore the newest backup/,
    ])
  })

  test('a database of a newer version', async () => {
    const path = directory()
    changed(await ledgerIn(path), `INSERT INTO schema_migrations VALUES (9999, '9999-later.sql', 'x', 0)`)
    expectToMend(await diagnose({ ...good.env, DATA_DIR: path }), [/^database: .*newer than this version.*start the version/])
  })

  test('a ledger of the sandbox', async () => {
    const path = directory()
    changed(await ledgerIn(path), `INSERT INTO ledger_facts (name, value) VALUES ('mode', 'sandbox')`)
    expectToMend(await diagnose({ ...good.env, DATA_DIR: path }), [/^database: .*MODE=sandbox.*set MODE=sandbox, or give another DATA_DIR/])
  })

  test('a ledger that was moved', async () => {
    const path = directory()
    changed(await ledgerIn(path), `INSERT INTO ledger_facts (name, value) VALUES ('moved', 'x')`)
    expectToMend(await diagnose({ ...good.env, DATA_DIR: path }), [/^database: .*moved to PostgreSQL => set DATABASE_URL/])
  })

  test('a database server that is away', async () => {
    const env = { ...good.env, DATABASE_URL: 'postgres://me@127.0.0.1:1/x', MPP_SECRET: 's'.repeat(32) }
    expectToMend(await diagnose(env), [/^postgres \[DATABASE_URL\].*ECONNREFUSED => start the database/])
  })

  test('a database address that is not understood', async () => {
    const env = { ...good.env, DATABASE_URL: 'postgres://me@127.0.0.1:1/x?sslmode=prefer', MPP_SECRET: 's'.repeat(32) }
    expectToMend(await diagnose(env), [/^postgres \[DATABASE_URL\].*sslmode.*=> correct DATABASE_URL/])
  })
})

describe('a wrong node is found, with its fix', () => {
  test('one that is not there, beside one that is', async () => {
    const env = { ...good.env, RPC_URL_BASE: `http://127.0.0.1:1,${good.rpcUrl}` }
    expectToMend(await diagnose(env), [/^node \[base, node 1 of 2\].*ECONNREFUSED.*the other nodes are used meanwhile/])
  })

  test('one that takes connections and never answers, and it hides nothing else', async () => {
    const server = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => void server.close())
    const silent = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const findings = await diagnose({ ...good.env, RPC_URL_POLYGON: silent, SOURCES_DISABLED: 'nvdd' })
    expectToMend(findings, [/^settings \[SOURCES_DISABLED\]/, /^node \[polygon, node 1 of 1\].*timed out.*nothing is sold on Polygon now/])
    expect(findings).toContainEqual(expect.objectContaining({ check: 'gas', status: 'ok' }))
  })

  test('one of another chain', async () => {
    const env = { ...good.env, RPC_URL_OPTIMISM: good.rpcUrl }
    expectToMend(await diagnose(env), [/^node \[optimism, node 1 of 1\].*serves chain 8453.*node of Optimism into RPC_URL_OPTIMISM/])
  })

  test('one that takes no batches', async () => {
    const url = await altered({ maxBatch: 3 })
    expectToMend(await diagnose({ ...good.env, RPC_URL_BASE: url }), [
      /^node \[base.*takes no batch.*plan or a node that takes JSON-RPC batches/,
    ])
  })

  test('one that searches no logs', async () => {
    const url = await altered({
      refuse: ({ method }) => (method === 'eth_getLogs' ? 'eth_getLogs is not available on the free plan' : null),
    })
    expectToMend(await diagnose({ ...good.env, RPC_URL_BASE: url }), [/^node \[base.*searches no logs.*answers eth_getLogs/])
  })

  test('one that searches few blocks', async () => {
    const url = await altered({
      refuse({ method, params }) {
        if (method !== 'eth_getLogs') return null
        const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
        return Number(toBlock) - Number(fromBlock) >= 100 ? 'eth_getLogs is limited to a 100 block range' : null
      },
      answer: ({ method }) => (method === 'eth_getLogs' ? [] : undefined),
      // A young chain has fewer blocks than are searched.
      change: ({ method }, result) => (method === 'eth_getBlockByNumber' ? { ...(result as object), number: '0x100000' } : result),
    })
    expectToMend(await diagnose({ ...good.env, RPC_URL_BASE: url }), [
      /^node \[base.*logs of 100 blocks at most.*searches 500 blocks or more/,
    ])
  })

  test('one that has fallen behind', async () => {
    const url = await altered({
      change({ method }, result) {
        if (method !== 'eth_getBlockByNumber') return result
        const block = result as { timestamp: string }
        return { ...block, timestamp: `0x${(Number(block.timestamp) - 600).toString(16)}` }
      },
    })
    expectToMend(await diagnose({ ...good.env, RPC_URL_BASE: url }), [
      /^node \[base.*newest block is \d+ seconds old.*put another one first in RPC_URL_BASE/,
    ])
  })

  test('one that has no Multicall3', async () => {
    const url = await altered({ change: ({ method }, result) => (method === 'eth_getCode' ? '0x' : result) })
    expectToMend(await diagnose({ ...good.env, RPC_URL_BASE: url }), [/^node \[base.*Multicall3.*use another node/])
  })
})

const aheadBy = (ms: number) => ({ now: () => systemClock.now() + ms })

describe('a wrong state of the chain is found, with its fix', () => {
  let snapshot: string
  async function during(change: () => Promise<unknown>): Promise<void> {
    snapshot = await good.node.call<string>('evm_snapshot')
    closing.push(() => good.node.call('evm_revert', snapshot))
    await change()
  }

  /** Calls a function of the USDC contract as the account that may. */
  async function asOfficer(officer: string, signature: string, args: readonly unknown[]): Promise<void> {
    const functions: readonly string[] = [`function ${officer}() view returns (address)`, `function ${signature}`]
    const abi = parseAbi(functions)
    const data = (functionName: string, values: readonly unknown[]) => encodeFunctionData({ abi, functionName, args: values })
    const answer = await good.node.call<string>('eth_call', { to: usdcOnBase, data: data(officer, []) }, 'latest')
    const account = `0x${answer.slice(-40)}`
    await good.node.call('anvil_impersonateAccount', account)
    await good.node.call('anvil_setBalance', account, '0x8ac7230489e80000')
    await good.node.call('eth_sendTransaction', {
      from: account,
      to: usdcOnBase,
      data: data(signature.split('(')[0]!, args),
      gas: '0x30d40',
    })
    await good.node.call('evm_mine')
  }

  const signer = () => privateKeyToAddress(good.env['SIGNER_KEY'] as `0x${string}`)

  test('a signer without gas money', async () => {
    await during(() => good.node.call('anvil_setBalance', signer(), '0x0'))
    expectToMend(await diagnose(good.env), [/^gas \[base, signer 0x.*no settlement is left => send [\d.]+ ETH on Base to 0x/])
  })

  test('a signer with little gas money', async () => {
    // A hundred settlements at a base fee of 1 gwei and the tip of the node.
    await during(() => good.node.call('anvil_setBalance', signer(), `0x${(103_000n * 2_000_000_000n * 100n).toString(16)}`))
    expectToMend(await diagnose(good.env), [/^gas \[base, signer 0x.*about \d+ settlements left.* => send [\d.]+ ETH on Base/])
  })

  test('a payee that the issuer of USDC has blacklisted', async () => {
    await during(() => asOfficer('blacklister', 'blacklist(address)', [payTo]))
    expectToMend(await diagnose(good.env), [/^payee \[base\].*blacklisted.* => set PAY_TO to another address/])
  })

  test('a USDC that was stopped', async () => {
    await during(() => asOfficer('pauser', 'pause()', []))
    expectToMend(await diagnose(good.env), [/^payee \[base\].*stopped the USDC contract => remove RPC_URL_BASE/])
  })

  test('a payee that is another token', async () => {
    const code = await good.node.call<string>('eth_getCode', usdcOnBase, 'latest')
    await during(() => good.node.call('anvil_setCode', payTo, code))
    const lines = toMend(await diagnose(good.env))
    // What stands there is a proxy without a token behind it, so that only its code is known.
    expect(lines.every((line) => line.startsWith('payee'))).toBe(true)
  })

  test('no USDC', async () => {
    await during(() => good.node.call('anvil_setCode', usdcOnBase, '0x'))
    expectToMend(await diagnose(good.env), [/^token \[base\].*there is no USDC at.* => check that RPC_URL_BASE/])
  })

  test('gas that costs more than any price', async () => {
    const env = { ...good.env, GAS_COIN_CEILINGS: 'ETH=100000000' }
    expectToMend(await diagnose(env), [/^fees \[base\].*too low for MAX_FEE_SHARE.* => raise MAX_FEE_SHARE/])
  })

  test('a coin whose price nothing tells', async () => {
    const env = { ...good.env, GAS_COIN_CEILINGS: '' }
    expectToMend(await diagnose(env), [/^fees \[base\].*price of ETH is neither.* => set GAS_COIN_CEILINGS=ETH/])
  })

  test.each([
    ['slow', -180_000],
    ['fast', 180_000],
  ])('a clock that is %s', async (_, off) => {
    const findings = await diagnose(good.env, { clock: aheadBy(off) })
    expect(toMend(findings)).toContainEqual(expect.stringMatching(/^(?:clock|node).*seconds/))
  })
})

describe('a wrong engine is found, with its fix', () => {
  test('a browser that is not there', async () => {
    const goods = await loadGoods({ goods: ['rendering'], mode: 'sandbox' }, lines, { BROWSER_PATH: '/nowhere/chromium' })
    const [check] = lineChecks(goods, readConfig({}).config, { clock: systemClock, timers: systemTimers })
    const findings = await check!.run(AbortSignal.timeout(60_000))
    expectToMend(findings, [/^browser \[BROWSER_PATH\].*there is no browser => set BROWSER_PATH to a Chromium.*BROWSER=off/])
  })

  test('a language model that nobody serves, beside engines that work', async () => {
    const llm = {
      LLM_PROVIDER: 'openai',
      LLM_MODEL: 'little',
      LLM_API_KEY: 'key',
      LLM_URL: 'http://127.0.0.1:9/v1',
      LLM_INPUT_PRICE: '0',
      LLM_OUTPUT_PRICE: '0',
    }
    const parts = { clock: systemClock, timers: systemTimers, random: systemRandom }
    const { config } = readConfig(llm)
    const goods = await loadGoods({ goods: ['text', 'code-review'], mode: 'sandbox' }, lines, { APERTIUM_DIR: '/nowhere' })
    const check = lineChecks(goods, config, parts).find(({ name }) => name === 'engines')
    const findings = [...(await check!.run(AbortSignal.timeout(60_000))), ...(await checkLanguageModel(config, goods, parts))]
    expectToMend(findings, [/^engines \[llm\].*does not do its work.* => look at LLM_URL/])
    expect(findings.filter(({ status }) => status === 'ok').map(({ subject }) => subject)).toEqual(['text', 'review'])
  })

  test('a model that is not whole', async () => {
    const copy = directory()
    mkdirSync(copy, { recursive: true })
    cpSync(modelDirectory, copy, { recursive: true })
    truncateSync(join(copy, 'words.bin'), 1_000)
    expectToMend(await examineModels({ textTools: 'on', apertiumDir: '/nowhere' }, { directory: copy }), [
      /^models: words.bin is 1000 bytes long.* => restore the directory.*TEXT_TOOLS=off/,
    ])
  })
})
