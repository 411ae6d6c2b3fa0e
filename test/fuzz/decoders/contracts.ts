import type { Chains } from '../../../src/chain/chain.ts'
import { connectChain } from '../../../src/chain/connect/connect-chain.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { cleanText, confusableSkeleton } from '../../../goods/onchain/contracts/clean-text.ts'
import { addressInSlot, decodeAddress, decodeStringBytes, decodeUint } from '../../../goods/onchain/contracts/decode-result.ts'
import { delegationTarget, minimalProxyTarget } from '../../../goods/onchain/contracts/proxy-patterns.ts'
import { scanCode } from '../../../goods/onchain/contracts/scan-code.ts'
import { tokenAnalysis } from '../../../goods/onchain/token-analysis/token-analysis.ts'
import { createTokenReports } from '../../../goods/onchain/token-analysis/token-reports.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { Problem } from '../../../src/shared/problems.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { mutateText } from '../generate/mutate-text.ts'
import { character, edgeLength, shortText } from '../generate/awkward-values.ts'
import { hold, internal, matches } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { promptTimers, stillClock } from '../still-world.ts'
import { network, someToken } from './honest-node.ts'
import { honestRpc, liesAbout, nodesWords, rpcTo, type Lie } from './lying-node.ts'
import { ourProblem } from './payments.ts'

/*
 * What contracts say about themselves. Their authors are unknown.
 */

interface Text {
  readonly text: string
}

const digits = (value: bigint | number): string => value.toString(16).padStart(64, '0')
const abiText = (bytes: Buffer): string => `0x${digits(32)}${digits(bytes.length)}${bytes.toString('hex').padEnd(64, '0')}`

const returned: Target<Text, Hex> = {
  name: 'words and texts that contracts return',
  share: 2,
  make: (random) => ({
    text: mutateText(
      random,
      random.pick([
        '0x',
        `0x${digits(1)}`,
        `0x${digits(2n ** 160n - 1n)}`,
        abiText(anyBytes(random)),
        `0x${anyBytes(random).toString('hex')}`,
      ]),
    ),
  }),
  fed: ({ text }) => text as Hex,
  check(data) {
    const address = decodeAddress(data) ?? addressInSlot(data)
    if (address !== null) matches(address, /^0x[0-9a-f]{40}$/, 'an address')
    const word = decodeUint(data)
    if (word !== null) hold(word >= 0n && word < 1n << 256n, 'a word fits 256 bits')
    const bytes = decodeStringBytes(data)
    if (bytes === null) return word === null ? 'nothing' : 'word'
    hold(bytes.length * 2 <= data.length, 'a text is part of what was returned')
    return 'text'
  },
  reaches: ['nothing', 'word', 'text'],
}

function anyBytes(random: SeededRandom): Buffer {
  if (random.chance(0.4)) return random.bytes(random.between(0, 100))
  return Buffer.from(anyName(random), random.chance(0.9) ? 'utf8' : 'utf16le')
}

const parts = [
  'USDC',
  'USD Coin',
  'a\u0301',
  '\u200d',
  '\ufe0f',
  '👩‍👩‍👧',
  '🏽',
  '\u202e',
  '\u00ad',
  '\u0335',
  'ﷺ',
  '가',
  'ᄀ',
  'ᅡ',
  'ᆨ',
  '\u3000',
  '\u2126',
  '\u0344',
  '\u1e9b\u0323',
  ' ',
]

function anyName(random: SeededRandom): string {
  const name = Array.from({ length: random.between(0, 24) }, () =>
    random.chance(0.5) ? random.pick(parts) : random.chance(0.5) ? shortText(random) : character(random),
  ).join('')
  return random.chance(0.97) ? name : (name || 'x').repeat(Math.ceil(edgeLength(random, 65_536) / (name.length || 1)))
}

const names: Target<Text, Buffer> = {
  name: 'names of tokens',
  share: 2,
  make: (random) => ({ text: random.chance(0.9) ? anyName(random) : random.bytes(random.between(0, 200)).toString('latin1') }),
  fed: ({ text }) => Buffer.from(text, /[^\0-\u00ff]/.test(text) ? 'utf8' : 'latin1'),
  check(bytes) {
    const { text, cleaned, truncated } = cleanText(bytes, 32)
    hold([...text].length <= 32, 'a name is short')
    hold(!/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]/u.test(text), 'a name has no hidden characters')
    hold(text.isWellFormed() && text === text.trim(), 'a name is whole and trimmed')
    const again = cleanText(Buffer.from(text), 32)
    hold(again.text === text && !again.cleaned && !again.truncated, `a clean name stays as it is: ${JSON.stringify([text, again])}`)
    const look = confusableSkeleton(text)
    hold(
      confusableSkeleton(look) === look,
      `what a name looks like looks like itself: ${JSON.stringify([text, look, confusableSkeleton(look)])}`,
    )
    return truncated ? 'truncated' : cleaned ? 'cleaned' : 'name'
  },
  reaches: ['name', 'cleaned', 'truncated'],
}

const minimal = '363d3d373d3d3d363d73c0ffee254729296a45a3885639ac7e10f9d549795af43d82803e903d91602b57fd5bf3'
const code: Target<Text, Uint8Array> = {
  name: 'byte code',
  make(random) {
    const start = random.pick(['', minimal, `ef0100${'ab'.repeat(20)}`, '6080604052', '63a9059cbb14', 'f4'])
    const more = random.chance(0.95)
      ? random.bytes(random.between(0, 300)).toString('hex')
      : random.pick(['63a9059cbb', '7f', 'f4', '00']).repeat(edgeLength(random, 49_152) / 10)
    return { text: random.chance(0.3) ? start : start + more }
  },
  fed: ({ text }) => Buffer.from(text.length % 2 === 0 ? text : `${text}0`, 'hex'),
  check(bytes) {
    const { selectors, delegates } = scanCode(bytes)
    for (const selector of selectors) matches(selector, /^0x[0-9a-f]{8}$/, 'a selector')
    const target = minimalProxyTarget(bytes)?.implementation ?? delegationTarget(bytes)
    if (target) matches(target, /^0x[0-9a-f]{40}$/, 'a target')
    return target ? 'target' : delegates ? 'delegates' : selectors.size > 0 ? 'selectors' : 'nothing'
  },
  reaches: ['target', 'delegates', 'selectors', 'nothing'],
}

const views = ['0x06fdde03', '0x95d89b41', '0x313ce567', '0x18160ddd', '0x8da5cb5b', '0x893d20e8', '0x5c60da1b'].map(
  (selector) => `eth_call ${selector}`,
)
/** Balances of holders, and simulated trades. */
const trials = ['0x0d6dbda3', '0x0c5c4809', '0xa9059cbb', '0x70a08231'].map((selector) => `eth_call ${selector}`)
const chainParts = { network, clock: stillClock, timers: promptTimers, log: silentLog }

const analysis: Target<{ readonly lies: readonly Lie[] }, readonly Lie[]> = {
  name: 'analysis of a token on a node that lies',
  share: 0.7,
  make: (random) => ({
    lies: liesAbout(random, ['eth_getBlockByNumber', 'eth_getCode', 'eth_getStorageAt', 'eth_getLogs', ...views, ...trials]),
  }),
  fed: ({ lies }) => lies,
  async check(lies) {
    let rpc = honestRpc
    const chain = await connectChain({ ...chainParts, rpc: { call: (...asking) => rpc.call(...asking) } })
    rpc = rpcTo(lies)
    const chains: Chains = new Map([[network.id, chain]])
    const context = {
      chains,
      clock: stillClock,
      signal: new AbortController().signal,
      log: silentLog,
    }
    try {
      const offer = tokenAnalysis(createTokenReports({ timers: promptTimers, sources: { tokenPools: null } }), {
        simulated: true,
        tokenPools: null,
      })
      const outcome = await offer.run(
        { path: { address: someToken }, query: { chain: undefined }, body: {} },
        context as unknown as OfferContext,
      )
      const written = JSON.stringify(outcome.body)
      hold(offer.answer.safeParse(JSON.parse(written)).success, 'the answer has the shape that was declared')
      hold(!internal.test(written.replace(/"(?:name|symbol)":"(?:[^"\\]|\\.)*"/g, '')), 'the answer shows no internal details')
      return outcome.charge ? 'charged' : 'not charged'
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      hold(!error.message.includes(nodesWords), 'the words of a node go no further')
      return ourProblem(error, ['upstream_unavailable', 'no_token_contract'])
    }
  },
  reaches: ['charged', 'not charged', 'upstream_unavailable', 'no_token_contract'],
}

export const contractTargets = [returned, names, code, analysis] as readonly Target[]
