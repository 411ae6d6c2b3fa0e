import type { FoundSecret } from './found-secret.ts'
import { entropyOf, isPlaceholder } from './placeholders.ts'

const privateKey = /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----(?<body>[\s\S]{0,8000}?)-----END /g
const awsKeyId = /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Z0-9])/g
const awsSecret = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g
const webToken = /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/g
const connection =
  /\b(?<scheme>postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|rediss|amqps?|mssql|sqlserver|ftp|sftp|https?|smtps?|ldaps?)(?:\+\w{1,20})?:\/\/(?<user>[^\s:/@"'`]{0,100}):(?<secret>[^\s/@"'`]{3,200})@(?<host>[^\s/"'`:?]{1,200})/g
const localHost = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|db$|postgres$|mysql$|redis$|mongo$|host$|.*example\.)/i
const usualPasswords = /^(?:password|passwd|pass|postgres|root|admin|secret|guest|user|mysql|redis|test|pwd)$/i

/** How far from its id a secret key of AWS may be, in characters. */
const pairDistance = 400

/** Private keys, key pairs of AWS, signed web tokens, addresses with a password in them. */
export function findKeys(text: string): FoundSecret[] {
  return [...privateKeys(text), ...awsKeys(text), ...webTokens(text), ...connections(text)]
}

function privateKeys(text: string): FoundSecret[] {
  return [...text.matchAll(privateKey)].flatMap((match) => {
    const body = (match.groups?.['body'] ?? '').replaceAll(/\\n|["'+\s]/g, '')
    // Documents shorten the key.
    if (body.length < 60 || isPlaceholder(body.slice(0, 200)) || entropyOf(body) < 3.5) return []
    const at = match.index
    return [
      {
        id: 'private-key',
        title: 'A private key in the code',
        severity: 'critical',
        confidence: 0.95,
        from: at,
        to: at + match[0].length,
        shown: 27,
      },
    ]
  })
}

function awsKeys(text: string): FoundSecret[] {
  return [...text.matchAll(awsKeyId)].flatMap((match): FoundSecret[] => {
    if (isPlaceholder(match[0])) return []
    const id = { id: 'aws', from: match.index, to: match.index + match[0].length, shown: 4 }
    const start = Math.max(0, match.index - pairDistance)
    const near = [...text.slice(start, match.index + pairDistance).matchAll(awsSecret)].find(
      ([key]) => !isPlaceholder(key) && entropyOf(key) > 4 && !/^[\da-f]+$/i.test(key),
    )
    if (!near) return [{ ...id, title: 'The id of an AWS access key in the code', severity: 'medium', confidence: 0.8 }]
    const pair = { title: 'An AWS access key in the code', severity: 'critical', confidence: 0.95 } as const
    return [
      { ...id, ...pair },
      { ...id, ...pair, id: 'aws-secret', from: start + near.index, to: start + near.index + near[0].length, shown: 0 },
    ]
  })
}

function webTokens(text: string): FoundSecret[] {
  return [...text.matchAll(webToken)].flatMap((match) => {
    // The usual example of the standard's sites.
    if (match[0].startsWith('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwI')) return []
    return [
      {
        id: 'jwt',
        title: 'A signed web token (JWT) in the code',
        severity: 'medium',
        confidence: 0.7,
        from: match.index,
        to: match.index + match[0].length,
        shown: 3,
      },
    ]
  })
}

function connections(text: string): FoundSecret[] {
  return [...text.matchAll(connection)].flatMap((match): FoundSecret[] => {
    const { secret = '', host = '', user = '' } = match.groups ?? {}
    if (isPlaceholder(secret) || isPlaceholder(user) || /^[{$<%:]/.test(secret) || secret === user) return []
    const isLocal = localHost.test(host)
    if (isLocal && usualPasswords.test(secret)) return []
    const from = match.index + match[0].lastIndexOf(`:${secret}@`) + 1
    const severity = isLocal || usualPasswords.test(secret) ? 'low' : 'high'
    return [
      {
        id: 'connection',
        title: 'An address with a password in it',
        severity,
        confidence: isLocal ? 0.5 : 0.85,
        from,
        to: from + secret.length,
        shown: 0,
      },
    ]
  })
}
