import type { Misuse, SeenCall } from '../taint/rule.ts'
import { mentionsSecret, optionOf } from './arguments.ts'
import { isSecret } from './script-assignments.ts'

const algorithm = (call: SeenCall) => (call.args[0]?.value.text ?? call.args[0]?.value.prefix ?? '').toLowerCase()
const isWeakHash = (call: SeenCall) => /^(?:md[245]|sha-?1|ripemd(?:160)?|rmd160|rsa-(?:md5|sha1))$/.test(algorithm(call))
/** The passwords among the arguments, by what they are called. */
const namesPassword = (call: SeenCall) => call.args.some(({ value }) => /(?:pass(?:word|wd|phrase)?|pwd|pin)$/i.test(value.path ?? ''))

const weakHashes =
  /(?:^|\.)(?:createHash|createHmac|createSign|createVerify)$|^(?:md5|sha1|js-md5|js-sha1|blueimp-md5|md5-hex|sha-1|hasha)(?:\.\w+)?$|^(?:crypto-js(?:\.CryptoJS)?|\??CryptoJS)\.(?:MD5|SHA1|HmacMD5|HmacSHA1|md5|sha1)$|^node-forge\.md\.(?:md5|sha1)\.create$|^crypto-js\/(?:md5|sha1)$/

/** Wrong uses of cryptography, whatever data they get. */
export const scriptCryptography: readonly Misuse[] = [
  {
    id: 'script-weak-hash',
    weakness: 'CWE-328',
    path: weakHashes,
    when: (call) => (!/create/.test(call.path) && mentionsSecret(call)) || (/create(?:Sign|Verify)$/.test(call.path) && isWeakHash(call)),
    severity: 'medium',
    title: 'A secret or a signature is made with a broken hash',
    why: 'Two inputs with the same MD5 or SHA-1 can be made on purpose.',
    fix: 'Use sha256; for passwords use scrypt, bcrypt or argon2.',
  },
  {
    id: 'script-weak-checksum',
    weakness: 'CWE-328',
    path: weakHashes,
    when: (call) => !/create/.test(call.path) || isWeakHash(call),
    severity: 'low',
    title: 'A hash that is broken',
    why: 'Two inputs with the same MD5 or SHA-1 can be made on purpose.',
    fix: 'Use sha256; for passwords use scrypt, bcrypt or argon2.',
  },
  {
    id: 'script-fast-password-hash',
    weakness: 'CWE-916',
    path: /createHash\(\)\.update$|^(?:crypto-js(?:\.CryptoJS)?|\??CryptoJS)\.(?:MD5|SHA\d*|sha\d*|md5)$|^(?:md5|sha1|sha256|js-sha256)(?:\.\w+)?$/,
    when: namesPassword,
    severity: 'high',
    title: 'A password is hashed by a function that is too fast',
    why: 'Billions of passwords can be tried in a second.',
    fix: 'Use crypto.scrypt, bcrypt or argon2, with a salt for each password.',
  },
  {
    id: 'script-few-rounds',
    weakness: 'CWE-916',
    path: /(?:^|\.)pbkdf2(?:Sync)?$|^bcrypt(?:js)?\.(?:hash|hashSync|genSalt|genSaltSync)$/,
    when: (call) => {
      const isKey = /pbkdf2/.test(call.path)
      const rounds = call.args[isKey ? 2 : /genSalt/.test(call.path) ? 0 : 1]?.value.number
      return typeof rounds === 'number' && rounds < (isKey ? 100_000 : 8)
    },
    severity: 'medium',
    title: 'Too few rounds for a password hash',
    why: 'Each round fewer lets an attacker try more passwords in a second.',
    fix: 'Use at least 600,000 rounds of PBKDF2 with SHA-256, or a cost of 10 or more for bcrypt.',
  },
  {
    id: 'script-weak-cipher',
    weakness: 'CWE-327',
    path: /(?:^|\.)(?:createCipher(?:iv)?|createDecipher(?:iv)?)$|^(?:crypto-js(?:\.CryptoJS)?|\??CryptoJS)\.(?:DES|TripleDES|RC4|RC4Drop|Rabbit)\.encrypt$/,
    when: (call) => /\.encrypt$|cipher$/i.test(call.path) || /^(?:des|rc2|rc4|bf|blowfish|cast|idea|seed)|ecb$/.test(algorithm(call)),
    severity: 'high',
    title: 'A cipher that is broken, shows patterns or derives its key weakly',
    why: 'DES, RC4 and ECB do not keep data secret, and createCipher makes its key without a salt.',
    fix: 'Use createCipheriv("aes-256-gcm", key, iv) with a new iv for each message.',
  },
  {
    id: 'script-ecb',
    weakness: 'CWE-327',
    path: /^(?:crypto-js(?:\.CryptoJS)?|\??CryptoJS)\.AES\.(?:en|de)crypt$/,
    when: (call) => (optionOf(call, 'mode')?.path ?? '').endsWith('mode.ECB'),
    severity: 'high',
    title: 'Encryption block by block (ECB)',
    why: 'Equal blocks stay equal, so patterns can be seen.',
    fix: 'Use AES-GCM with a new nonce for each message.',
  },
  {
    id: 'script-small-key',
    weakness: 'CWE-326',
    path: /(?:^|\.)generateKeyPair(?:Sync)?$|^node-rsa$|^node-forge\.pki\.rsa\.generateKeyPair$|^node-forge\.rsa\.generateKeyPair$|createDiffieHellman$/,
    when: (call) => {
      const size =
        optionOf(call, 'modulusLength')?.number ??
        optionOf(call, 'bits')?.number ??
        optionOf(call, 'b')?.number ??
        call.args[0]?.value.number
      return (
        (typeof size === 'number' && size < 2048) || /^(?:secp1[12]|prime192|sect1|secp160)/.test(optionOf(call, 'namedCurve')?.text ?? '')
      )
    },
    severity: 'high',
    title: 'A key that is too short',
    why: 'RSA keys under 2048 bits can be broken.',
    fix: 'Use 3072 bits.',
  },
  {
    id: 'script-fixed-key',
    weakness: 'CWE-321',
    path: /(?:^|\.)(?:createCipheriv|createDecipheriv|createHmac)$|^(?:crypto-js(?:\.CryptoJS)?|\??CryptoJS)\.\w+\.(?:encrypt|decrypt)$|^(?:crypto-js(?:\.CryptoJS)?|\??CryptoJS)\.Hmac\w+$|^(?:jsonwebtoken|jwt|\?jwt)\.(?:sign|verify)$/,
    when: (call) =>
      [call.args[1]?.value].some((value) => (value?.text ?? '') !== '' && !/^(?:test|example)/.test(value?.text ?? '')) ||
      isWrittenBuffer(call),
    severity: 'high',
    title: 'A key is written in the code',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read the key from the environment or a key store, and replace the one that was written here.',
  },
  {
    id: 'script-fixed-nonce',
    weakness: 'CWE-329',
    path: /(?:^|\.)createCipheriv$/,
    when: (call) => {
      const nonce = call.args[2]?.value
      return nonce !== undefined && (nonce.text !== null || (nonce.isConstant && /^Buffer\.(?:from|alloc)\(\)$/.test(nonce.path ?? '')))
    },
    severity: 'high',
    title: 'Every message is encrypted with the same iv',
    why: 'Equal messages look equal, and in counter modes the data can be read.',
    fix: 'Make a new iv with crypto.randomBytes for each message and send it along.',
  },
  {
    id: 'script-token-not-verified',
    also: ['CWE-327', 'CWE-287'],
    weakness: 'CWE-347',
    path: /^\??(?:jsonwebtoken|jwt)(?:\.default)?\.(?:verify|sign)$|^\??(?:jwt-simple|jwt)\.decode$|^jose\.(?:decodeJwt|UnsecuredJWT\.decode)$|^jwt-decode(?:\.\w+)?$/,
    when: (call) => {
      if (/^\??(?:jwt-simple|jwt)\.decode$/.test(call.path))
        return call.args.length > 2 ? call.args[2]?.value.number === true : /^\??jwt\./.test(call.path)
      if (/jose|jwt-decode/.test(call.path)) return true
      const isEmptyKey =
        call.path.endsWith('verify') &&
        (call.args[1]?.value.number === false ||
          call.args[1]?.value.text === '' ||
          (call.args[1]?.value.isConstant === true && call.args[1].value.text === null && call.args[1].value.number === null))
      const algorithms = optionOf(call, 'algorithms')
      return (
        isEmptyKey ||
        optionOf(call, 'algorithm')?.text === 'none' ||
        algorithms?.prefix === 'none' ||
        optionOf(call, 'ignoreExpiration')?.number === true
      )
    },
    severity: 'high',
    title: 'A token whose signature or end is not checked',
    why: 'Anyone can write such a token.',
    fix: 'Call verify with the key and algorithms: ["RS256"].',
  },
  {
    id: 'script-token-decoded',
    weakness: 'CWE-347',
    path: /^jsonwebtoken\.decode$/,
    severity: 'medium',
    confidence: 0.6,
    title: 'A token is read without checking its signature',
    why: 'Anyone can write such a token.',
    fix: 'Call verify with the key before you rely on what the token says.',
  },
  {
    id: 'script-guessable-bytes',
    weakness: 'CWE-338',
    path: /(?:^|\.)pseudoRandomBytes$|^(?:math-random|random-number|randomatic)$/,
    severity: 'medium',
    title: 'Random numbers that can be guessed',
    why: 'The numbers can be predicted from earlier ones.',
    fix: 'Use crypto.randomBytes or crypto.randomUUID.',
  },
  {
    id: 'script-written-credential',
    weakness: 'CWE-798',
    path: /(?:createConnection|createPool|Pool|Client|Sequelize|Strategy|createTransport|connect|session|express-session|cookieSession|cookie-session|basicAuth|auth|login|Octokit|S3|knex|cookie-parser|cookieParser|configure|Config|createClient|config\.update)$/,
    when: (call) =>
      isWrittenOption(
        call,
        /^(?:pass(?:word|wd|phrase)?|secret|clientSecret|token|apiKey|secretAccessKey|accessKeyId|auth_token|consumerSecret|secretOrKey|pass)$/,
      ) ||
      (/cookie-parser$|cookieParser$/.test(call.path) && isLong(call.args[0]?.value.text)) ||
      (/^sequelize(?:\.Sequelize)?$|^Sequelize$/.test(call.path) && isLong(call.args[2]?.value.text)),
    severity: 'high',
    title: 'A password or secret is written in the code',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read it from the environment, and replace the one that was written here.',
  },
]

const isLong = (text: string | null | undefined) => text !== null && text !== undefined && text.length >= 4

/** A secret among the options and the options within them. */
function isWrittenOption(call: SeenCall, names: RegExp): boolean {
  const all = call.args.flatMap(({ value }) => [value, ...(value.fields?.values() ?? [])])
  return all.some((value) =>
    [...(value.fields ?? [])].some(
      ([name, field]) =>
        names.test(name) && (isSecret(field) || isLong(field.text)) && !/^(?:\$|<|your|changeme$|x{3})/i.test(field.text ?? ''),
    ),
  )
}

function isWrittenBuffer(call: SeenCall): boolean {
  const key = call.args[1]?.value
  return (
    key !== undefined &&
    key.isConstant &&
    /^Buffer\.(?:from|alloc)\(\)$|^(?:crypto|node:crypto)\.(?:scryptSync|pbkdf2Sync)\(\)$/.test(key.path ?? '')
  )
}
