import { digestCharacters, hmacFrame, type HmacFrame, type HmacKey, writeFramedHmac } from '../../shared/hmac-frame.ts'
import { quotedParameter } from './auth-header.ts'
import { challengeIdInput, type ChallengeParams } from './challenge-params.ts'
import { expiresCharacters, type Moment } from './moment.ts'
import { encodedNonceBytes, type Nonces } from './nonces.ts'

/** What all challenges have in common that are made for one thing. */
export interface AlikeChallenges extends Pick<ChallengeParams, 'realm' | 'method' | 'intent' | 'request'> {
  readonly route: string
  /** Empty for none. */
  readonly description: string
}

/** Such a challenge, ready but for what is new each time: its nonce and its id, and in each second its time. */
export interface ChallengeTemplate {
  /** Value of WWW-Authenticate, in ASCII. */
  readonly header: Buffer
  readonly inHeader: Places
  readonly idAt: number
  /** What the id is made of. */
  readonly frame: HmacFrame
  /** In the frame's rest. */
  readonly inFrame: Places
  /** Which of the moment's endings fits. */
  readonly ending: 0 | 1 | 2
  /** The one that is written in. */
  moment: Moment
}

/** Where things stand that are new. */
interface Places {
  readonly expires: number
  readonly nonce: number
  /** The moment's ending. */
  readonly ending: number
}

/** 6 bytes, and a nonce is 24: multiples of three, so that base64url of the JSON is that of its parts, one behind the other. */
const opaqueStart = base64Url('{"n":"')

export function challengeTemplate(key: HmacKey, alike: AlikeChallenges, moment: Moment): ChallengeTemplate {
  const { realm, method, intent, request, route, description } = alike
  const { expires } = moment
  // Canonical JSON by hand: its members are sorted, and only the route needs escaping.
  const json = Buffer.from(`","r":${JSON.stringify(route)},"t":"${moment.issuedAt}"}`, 'utf8')
  const jsonBeforeTime = json.length - `${moment.issuedAt}"}`.length
  const ending = (jsonBeforeTime % 3) as 0 | 1 | 2
  const opaque = `${opaqueStart}${' '.repeat(encodedNonceBytes)}${json.toString('base64url')}`
  const nonceInOpaque = opaqueStart.length
  const endingInOpaque = nonceInOpaque + encodedNonceBytes + ((jsonBeforeTime - ending) / 3) * 4

  const input = challengeIdInput({ realm, method, intent, request, expires, digest: null, header: null, opaque })
  const opaqueInInput = input.length - opaque.length
  // No base64url has a colon, so this is the slot.
  const expiresInInput = input.lastIndexOf(expires)
  const frame = hmacFrame(key, input, expiresInInput)

  const beforeId = `Payment realm="${realm}", method="${method}", id="`
  const beforeExpires = `${beforeId}${' '.repeat(digestCharacters)}", intent="${intent}", request="${request}", expires="`
  const beforeOpaque = `${beforeExpires}${expires}", opaque="`
  const end = description === '' ? '' : `, ${quotedParameter('description', description)}`
  const places = (expiresAt: number, opaqueAt: number): Places => ({
    expires: expiresAt,
    nonce: opaqueAt + nonceInOpaque,
    ending: opaqueAt + endingInOpaque,
  })
  return {
    header: Buffer.from(`${beforeOpaque}${opaque}"${end}`, 'latin1'),
    inHeader: places(beforeExpires.length, beforeOpaque.length),
    idAt: beforeId.length,
    frame,
    inFrame: places(expiresInInput - frame.restAt, opaqueInInput - frame.restAt),
    ending,
    moment,
  }
}

/** Whether a template can be brought to another moment: from 2001 until 2286 any can, as seconds have ten digits. */
export function fitsMoment(template: ChallengeTemplate, moment: Moment): boolean {
  return template.moment.endings[0].length === moment.endings[0].length
}

/**
 * The header of a new challenge, with a nonce that no other one has. One native call, for the text: each costs several times
 * what these copies do while the caches hold something else.
 */
export function fillTemplate(template: ChallengeTemplate, moment: Moment, nonces: Nonces): string {
  const { header, inHeader, idAt, frame, inFrame } = template
  if (template.moment !== moment) {
    const ending = moment.endings[template.ending]
    copyTwice(moment.expiresBytes, 0, expiresCharacters, header, inHeader.expires, frame.rest, inFrame.expires)
    copyTwice(ending, 0, ending.length, header, inHeader.ending, frame.rest, inFrame.ending)
    template.moment = moment
  }
  copyTwice(nonces.encoded, nonces.next(), encodedNonceBytes, header, inHeader.nonce, frame.rest, inFrame.nonce)
  writeFramedHmac(frame, header, idAt)
  return header.toString('latin1')
}

function copyTwice(from: Uint8Array, at: number, length: number, one: Uint8Array, oneAt: number, other: Uint8Array, otherAt: number) {
  for (let index = 0; index < length; index += 1) {
    const byte = from[at + index]!
    one[oneAt + index] = byte
    other[otherAt + index] = byte
  }
}

function base64Url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}
