import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { AnswerTooLong, BrowserGone, openDevtoolsPipe } from '../../../goods/rendering/process/devtools-pipe.ts'
import { watchPage } from '../../../goods/rendering/page/page-watch.ts'
import { readMessages } from '../../../goods/rendering/process/read-messages.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { hold } from '../promises.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Target } from '../run-fuzz.ts'

/* What a browser writes to its debugging pipe. A page that has taken it over writes anything. */

const sessionId = 'S1'
const frameId = 'F1'
const answers: readonly object[] = [
  { id: 1, result: { data: 'iVBORw0KGgo=' } },
  { id: 2, error: { code: -32_000, message: 'No target with given id found' } },
  { id: 1, sessionId, result: { frameId, loaderId: 'L1', errorText: 'net::ERR_ABORTED' } },
]
const events: readonly object[] = [
  { method: 'Page.lifecycleEvent', sessionId, params: { frameId, loaderId: 'L1', name: 'load', timestamp: 1.5 } },
  { method: 'Network.requestWillBeSent', sessionId, params: { requestId: 'R1', request: { url: 'https://ads.example/x', method: 'GET' } } },
  { method: 'Network.responseReceived', sessionId, params: { type: 'Document', frameId, requestId: 'R1', response: { status: 200 } } },
  { method: 'Network.loadingFailed', sessionId, params: { requestId: 'R1', blockedReason: 'inspector', errorText: 'x' } },
  { method: 'Inspector.targetCrashed', sessionId, params: {} },
]
const nearAnswer = jsonNear(answers)
const nearEvent = jsonNear(events)

interface Written {
  readonly messages: readonly string[]
  /** Where the pipe cuts what is written. */
  readonly pieceBytes: number
}

function messageNear(random: SeededRandom): string {
  if (random.chance(0.1)) return rawText(random, [...jsonTokens, '\0', '"id":1', '"result":']).slice(0, 2_000)
  if (random.chance(0.3)) return JSON.stringify(random.pick(random.chance(0.5) ? answers : events))
  return random.chance(0.5) ? nearAnswer(random) : nearEvent(random)
}

const pipe: Target<Written, readonly Buffer[]> = {
  name: 'what a browser writes to its debugging pipe',
  make: (random) => ({
    messages: Array.from({ length: random.between(1, 8) }, () => messageNear(random)),
    pieceBytes: random.pick([1, 7, 64, 65_536]),
  }),
  fed: ({ messages, pieceBytes }) => {
    // The smallest pieces only of little, since each is an event.
    const bytes = Buffer.from(messages.map((text) => `${text}\0`).join('')).subarray(0, pieceBytes < 64 ? 4_000 : 1_000_000)
    return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) => bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes))
  },
  async check(pieces) {
    const [to, from] = [new PassThrough(), new PassThrough()]
    to.resume()
    const opened = openDevtoolsPipe(to, from)
    const page = opened.session(sessionId)
    const watch = watchPage(page, { frameId, maxRequests: 3, limitReached: () => {} })
    const asked = [opened.send('Page.captureScreenshot'), page.send('Page.navigate')].map((answer) => answer.then(known, unknown))
    for (const piece of pieces) if (!from.destroyed) from.write(piece)
    if (!from.destroyed) from.end()
    if (!from.closed) await once(from, 'close')
    await opened.ended
    const outcomes = await Promise.all(asked)
    hold(watch.status === null || Number.isInteger(watch.status), 'a status is a whole number')
    hold(watch.requests.blockedHosts.size <= 50, 'few hosts are kept')
    hold(
      await opened.send('Browser.getVersion').then(
        () => false,
        (error) => error instanceof BrowserGone,
      ),
      'after its end it says so',
    )
    return outcomes.find((outcome) => outcome !== 'gone') ?? 'gone'
  },
  reaches: ['answered', 'refused', 'gone'],
}

function known(answer: unknown): string {
  hold(typeof answer === 'object' && answer !== null && !Array.isArray(answer), 'an answer has members')
  return 'answered'
}

function unknown(error: unknown): string {
  if (error instanceof BrowserGone) return 'gone'
  hold(error instanceof Error && (error instanceof AnswerTooLong || error.name === 'CommandRefused'), 'an error is one of ours')
  hold(error.message.length <= 300, 'the words of a browser are cut')
  return 'refused'
}

const maxBytes = 40
const framing: Target<Written, readonly Buffer[]> = {
  name: 'messages between zero bytes',
  make: (random) => ({
    messages: Array.from({ length: random.between(0, 9) }, () => 'x'.repeat(random.below(90))),
    pieceBytes: random.between(1, 50),
  }),
  fed: pipe.fed,
  async check(pieces) {
    const source = new PassThrough()
    const seen: (string | number)[] = []
    readMessages(source, maxBytes, { take: (text) => void seen.push(text), skip: () => void seen.push(0), end: () => {} })
    for (const piece of pieces) source.write(piece)
    source.end()
    await once(source, 'close')
    const sent = Buffer.concat(pieces).toString().split('\0').slice(0, -1)
    hold(
      JSON.stringify(seen) === JSON.stringify(sent.map((text) => (text.length > maxBytes ? 0 : text))),
      'every message is taken whole or skipped',
    )
    return seen.some((one) => typeof one === 'number') ? 'skipped' : 'taken'
  },
  reaches: ['skipped', 'taken'],
}

export const browserTargets: readonly Target[] = [pipe, framing]
