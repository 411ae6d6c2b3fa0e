import type { Misuse, SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { optionOf } from './arguments.ts'

/** A key or password in a place for one: any text that is written out and is not filled in later. */
const isWritten = (value: Value | null | undefined): boolean =>
  (value?.text ?? '') !== '' &&
  !/^(?:\$\{|\{\{|<|%|your[-_ ]|-----BEGIN (?:RSA )?PUBLIC|https?:)|^(?:process|env)\b/i.test(value?.text ?? '')

const words = {
  weakness: 'CWE-798',
  severity: 'high',
  why: 'Everyone who can read the code has it, and so has its history.',
  fix: 'Read it from the environment or from a file, and replace the one that was written here.',
} as const

/** Options whose value is a secret, whatever it looks like. */
const secretOptions = [
  'secret',
  'secretOrKey',
  'clientSecret',
  'consumerSecret',
  'appSecret',
  'apiSecret',
  'secretAccessKey',
  'jwtSecret',
  'cookieSecret',
  'hmacSecret',
  'sharedSecret',
]

/** Modules that take a secret among their options. */
const takesSecret =
  /^(?:express-session|cookie-session|koa-session|session|cookieSession|express-jwt(?:\.\w+)?|koa-jwt|jwt|expressJwt|@fastify\/(?:jwt|session|secure-session|cookie)|fastify-jwt|iron-session\.\w+|next-auth|NextAuth|hono\/jwt\.\w+|passport-\S+(?:\.\w+)*|(?:\w+\.)?\w*Strategy|JwtModule\.register|@nestjs\/jwt\.JwtModule\.register|csurf|Object\.assign|\?app\.register|fastify\(\)\.register)$/

const keyed =
  /^\??(?:jsonwebtoken|jwt|JWT|jose(?:\.JWT|\.JWS|\.JWE)?|jwt-simple|njwt|koa-jwt|hono\/jwt|express-jwt)(?:\.default)?\.(?:sign|verify|signAsync|verifyAsync|encode|decode|create)$/

/** Calls that are given a key or a password that is written out. */
export const scriptWrittenKeys: readonly Misuse[] = [
  {
    ...words,
    id: 'script-written-token-key',
    path: new RegExp(
      `${keyed.source}|^\\??(?:jose\\.)?(?:JWK\\.(?:asKey|importKey)|createSecretKey|importJWK)$|^crypto\\.(?:createSecretKey|createHmac|createSign)$|^\\?(?:cookieParser|cookie-parser)$|^cookie-parser$|\\.SignJWT\\(\\).*\\.sign$`,
    ),
    when: (call) => {
      const at = /asKey|importKey|importJWK|createSecretKey|cookie-?[pP]arser$|SignJWT/.test(call.path) ? 0 : 1
      const value = call.args[at]?.value
      return (
        isWritten(value) ||
        isWritten(value?.items?.[0]) ||
        (value?.isConstant === true && /^(?:Buffer\.from|TextEncoder\(\)\.encode)\(\)$/.test(value.path ?? ''))
      )
    },
    title: 'A key is written in the code',
  },
  {
    ...words,
    id: 'script-written-option',
    path: takesSecret,
    when: (call) =>
      secretOptions.some((name) => isWritten(optionOf(call, name)) || isWritten(optionOf(call, name)?.items?.[0])) ||
      isWritten(optionOf(call, 'keys')?.items?.[0]),
    title: 'A secret is written in the code',
  },
  {
    ...words,
    id: 'script-written-login',
    path: /(?:createConnection|createPool|createTransport|Sequelize|Client|Pool|PoolCluster|connect|createClient|knex|typeorm\.DataSource|mssql\.connect|ldapjs\.createClient\(\)\.bind|\.bind|basicAuth|express-basic-auth|auth)$/,
    when: (call) => writtenLogin(call),
    title: 'A password is written in the code',
  },
  {
    ...words,
    id: 'script-written-account-key',
    path: /^(?:aws-sdk\.\S*|AWS\.\S*|@aws-sdk\/\S+|twilio|stripe|Stripe|openai\.OpenAI|@sendgrid\/mail\.setApiKey|firebase\.initializeApp|cloudinary\.\S*config)$/,
    when: (call) =>
      ['secretAccessKey', 'apiKey', 'authToken', 'api_secret'].some(
        (name) => isWritten(optionOf(call, name)) && (optionOf(call, name)?.text?.length ?? 0) > 5,
      ) ||
      (/setApiKey$|^(?:stripe|Stripe|twilio)$/.test(call.path) && isWritten(call.args.at(call.path === 'twilio' ? 1 : 0)?.value)),
    title: 'A key is written in the code',
  },
]

const signs = /^\??(?:jsonwebtoken|jwt|JWT|jose(?:\.JWT)?|jwt-simple)(?:\.default)?\.(?:sign|signAsync|encode)$/
const passwordKey = /^(?:\w*pass(?:word|wd|phrase)?|pwd|\w*secret|ssn|credit_?card\w*)$/i

/** Tokens that tell their reader too much, or that stay good after a visitor was shut out. */
export const scriptTokens: readonly Misuse[] = [
  {
    id: 'script-secret-in-token',
    weakness: 'CWE-522',
    also: ['CWE-312'],
    path: signs,
    when: (call) =>
      [...(call.args[0]?.value.fields?.keys() ?? [])].some((key) => passwordKey.test(key)) || holdsSecret(call.args[0]?.value ?? null),
    severity: 'medium',
    title: 'A password is put into a token',
    why: 'A signed token is not encrypted: whoever holds it can read it.',
    fix: 'Put the identifier of the user into the token.',
  },
  {
    id: 'script-record-in-token',
    weakness: 'CWE-522',
    path: signs,
    when: ({ args }) => /^\??(?:\w+\.)*(?:user|account|profile|customer|member|person)$/i.test(args[0]?.value.path ?? ''),
    confidence: 0.4,
    severity: 'low',
    title: 'A whole record is put into a token',
    why: 'A signed token is not encrypted, and the record may hold a hash of the password.',
    fix: 'Name the fields that belong into the token.',
  },
  {
    id: 'script-token-not-revoked',
    weakness: 'CWE-613',
    also: ['CWE-522', 'CWE-693'],
    path: /^(?:express-jwt(?:\.\w+)?|expressJwt|koa-jwt)$/,
    when: (call) => (call.args[0]?.value.fields ?? null) !== null && optionOf(call, 'isRevoked') === null,
    confidence: 0.3,
    severity: 'low',
    title: 'A token is good until its end, whatever happens',
    why: 'A token that was stolen can not be taken back.',
    fix: 'Set isRevoked, or let tokens end after minutes.',
  },
]

function holdsSecret(value: Value | null): boolean {
  return (value?.taints ?? []).some(({ source }) => source.kind === 'secret' && passwordKey.test(source.name))
}

function writtenLogin(call: SeenCall): boolean {
  const given = ['password', 'pass', 'passwd'].map(
    (name) => optionOf(call, name) ?? optionOf(call, 'connection')?.fields?.get(name) ?? optionOf(call, 'auth')?.fields?.get(name),
  )
  if (given.some((value) => isWritten(value))) return true
  // `new Sequelize('shop', 'root', 'secret', …)`
  return call.path.endsWith('Sequelize') && call.args.length >= 3 && isWritten(call.args[2]?.value)
}
