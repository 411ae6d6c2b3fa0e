import type { Misuse, SeenCall } from '../taint/rule.ts'
import { hasNamed, isNamed, mentionsSecret } from './arguments.ts'

const pathsIn = ({ args }: SeenCall) => args.map(({ value }) => value.path ?? '').join(' ')
const old = /\b(?:PROTOCOL_(?:SSLv2|SSLv3|TLSv1|TLSv1_1)|(?:SSLv2|SSLv3|TLSv1|TLSv1_1)_METHOD)\b|TLSVersion\.(?:SSLv3|TLSv1|TLSv1_1)$/
const isFalse = (call: SeenCall, name: string) => {
  const value = call.args.find((argument) => argument.name === name)?.value
  return value !== undefined && (value.number === false || value.number === 0)
}

/** Calls of Python that encrypt, hash or verify badly. */
export const pythonCryptoMisuses: readonly Misuse[] = [
  {
    id: 'python-weak-hash-for-secret',
    weakness: 'CWE-328',
    path: /^(?:hashlib\.(?:md4|md5|sha1|new)|md5\.(?:new|md5)|sha\.new|Crypto(?:dome)?\.Hash\.(?:MD2|MD4|MD5|SHA|SHA1)\.new|(?:.*\.)?hashes\.(?:MD5|SHA1))$/,
    when: (call) =>
      mentionsSecret(call) &&
      !isFalse(call, 'usedforsecurity') &&
      (!call.path.endsWith('hashlib.new') || /^(?:md4|md5|sha-?1)$/i.test(call.args[0]?.value.text ?? '')),
    severity: 'medium',
    confidence: 0.7,
    title: 'A secret or a signature is made with a broken hash',
    why: 'Two inputs with the same MD5 or SHA-1 can be made on purpose.',
    fix: 'Use hashlib.sha256; for passwords hashlib.scrypt. If it protects nothing, say usedforsecurity=False.',
  },
  {
    id: 'python-weak-hash',
    weakness: 'CWE-328',
    path: /^(?:hashlib\.(?:md4|md5|sha1|new)|md5\.(?:new|md5)|sha\.new|Crypto(?:dome)?\.Hash\.(?:MD2|MD4|MD5|SHA|SHA1)\.new|(?:.*\.)?hashes\.(?:MD5|SHA1))$/,
    when: (call) =>
      !isFalse(call, 'usedforsecurity') &&
      (!call.path.endsWith('hashlib.new') || /^(?:md4|md5|sha-?1)$/i.test(call.args[0]?.value.text ?? '')),
    severity: 'low',
    confidence: 0.7,
    title: 'A hash that is broken',
    why: 'Two inputs with the same MD5 or SHA-1 can be made on purpose.',
    fix: 'Use hashlib.sha256; for passwords hashlib.scrypt. If it protects nothing, say usedforsecurity=False.',
  },
  {
    id: 'python-weak-cipher',
    weakness: 'CWE-327',
    path: /(?:^|\.)(?:DES3?|ARC4|ARC2|Blowfish|CAST|XOR)\.new$|(?:^|\.)algorithms\.(?:ARC4|Blowfish|TripleDES|IDEA|CAST5|SEED)$|(?:^|\.)modes\.ECB$|^pyDes\.(?:des|triple_des)$/,
    severity: 'high',
    title: 'A cipher that is broken or shows patterns',
    why: 'Old ciphers and the ECB mode do not keep data secret.',
    fix: 'Use AES-GCM or ChaCha20-Poly1305 of the cryptography package.',
  },
  {
    id: 'python-ecb',
    weakness: 'CWE-327',
    path: /(?:^|\.)AES\.new$/,
    when: (call) => (call.arg(1, 'mode')?.path ?? '').endsWith('MODE_ECB') || call.args.length === 1,
    severity: 'high',
    title: 'Encryption block by block (ECB)',
    why: 'Equal blocks stay equal, so patterns can be seen.',
    fix: 'Use AES.MODE_GCM with a new nonce for each message.',
  },
  {
    id: 'python-old-tls',
    weakness: 'CWE-327',
    path: /(?:^|\.)(?:SSLContext|wrap_socket|Context|create_urllib3_context|PoolManager|get_server_certificate)$/,
    when: (call) => old.test(pathsIn(call)),
    severity: 'high',
    title: 'A version of TLS that is broken',
    why: 'SSL and TLS before 1.2 can be read or changed on the way.',
    fix: 'Use ssl.create_default_context(), which chooses TLS 1.2 or later.',
  },
  {
    id: 'python-small-key',
    weakness: 'CWE-326',
    path: /(?:^|\.)(?:(?:RSA|DSA)\.generate|(?:rsa|dsa)\.generate_private_key|rsa\.newkeys|PKey\(\)\.generate_key|ec\.generate_private_key)$/,
    when: (call) =>
      call.args.some(({ value }) => typeof value.number === 'number' && value.number >= 256 && value.number < 2048) ||
      /SECP(?:160|192)\w*|SECT163\w*/.test(pathsIn(call)),
    severity: 'high',
    title: 'A key that is too short',
    why: 'RSA keys under 2048 bits can be broken.',
    fix: 'Use 3072 bits.',
  },
  {
    id: 'python-guessable-random',
    weakness: 'CWE-338',
    path: /^(?:random\.(?:random|randint|choice|choices|randrange|getrandbits|sample|uniform|shuffle|randbytes|triangular|gauss|normalvariate|betavariate|expovariate)|numpy\.random\.\w+|random\.Random\(\)\.\w+|uuid\.uuid1)$/,
    severity: 'low',
    confidence: 0.4,
    title: 'Random numbers that can be guessed',
    why: 'The random module can be predicted from its output. It is fine for games and tests, not for tokens and passwords.',
    fix: 'Use the secrets module for anything that must not be guessed.',
  },
  {
    id: 'python-fixed-seed',
    weakness: 'CWE-335',
    path: /^(?:random\.seed|random\.Random)$/,
    when: ({ args }) => args[0]?.value.isConstant === true,
    severity: 'low',
    confidence: 0.4,
    title: 'Random numbers from a seed that is written in the code',
    why: 'Every run gives the same numbers.',
    fix: 'Use the secrets module for anything that must not be guessed.',
  },
  {
    id: 'python-no-certificate-check',
    weakness: 'CWE-295',
    path: /^(?:(?:requests|httpx)\.\w+|requests\.[sS]ession\(\)\.\w+|(?:.*\.)?(?:ClientSession\(\)\.\w+|TCPConnector)|httpx\.(?:Async)?Client\(\)\.\w+|ssl\._create_unverified_context|ssl\._create_stdlib_context|ssl\.wrap_socket|urllib3\.\w*PoolManager|.*\.set_verify)$/,
    when: (call) =>
      /unverified_context$|_stdlib_context$/.test(call.path) ||
      isFalse(call, 'verify') ||
      isFalse(call, 'ssl') ||
      isFalse(call, 'verify_ssl') ||
      isNamed(call, 'cert_reqs', 'CERT_NONE') ||
      /CERT_NONE|VERIFY_NONE/.test(pathsIn(call)) ||
      (call.path.endsWith('wrap_socket') && !hasNamed(call, 'cert_reqs')),
    severity: 'high',
    title: 'Certificates are not checked',
    why: 'Anyone between you and the server can read and change the data.',
    fix: 'Leave verification on; pass a CA file with verify="ca.pem" if you need another CA.',
  },
  {
    id: 'python-host-key-not-checked',
    weakness: 'CWE-295',
    path: /\.set_missing_host_key_policy$/,
    when: (call) => /(?:AutoAdd|Warning)Policy/.test(pathsIn(call)),
    severity: 'high',
    title: 'The key of an SSH server is not checked',
    why: 'Anyone between you and the server can answer for it.',
    fix: 'Load the known hosts and use paramiko.RejectPolicy.',
  },
  {
    id: 'python-token-not-verified',
    weakness: 'CWE-347',
    path: /^(?:jwt|jose\.jwt|authlib\.jose\.jwt|python_jwt)\.(?:decode|process_jwt|get_unverified_claims)$/,
    when: (call) =>
      /get_unverified_claims|process_jwt/.test(call.path) ||
      isFalse(call, 'verify') ||
      call.args.find(({ name }) => name === 'options')?.value.fields?.get('verify_signature')?.number === false ||
      call.args.some(({ value }) => value.text === 'none' || /^none$/i.test(value.prefix ?? '')),
    severity: 'high',
    title: 'A token whose signature is not checked',
    why: 'Anyone can write such a token.',
    fix: 'Pass the key and algorithms=["RS256"], and leave verification on.',
  },
  {
    id: 'python-written-key',
    weakness: 'CWE-798',
    path: /^(?:jwt\.(?:encode|decode)|hmac\.new|itsdangerous\.\w+|(?:.*\.)?(?:Fernet|AES\.new))$/,
    when: (call) => {
      const key = call.path.startsWith('jwt') ? call.arg(1, 'key') : call.arg(0, 'key')
      return key?.text !== null && key !== null && key.text.length >= 4 && !/BEGIN PUBLIC/.test(key.text)
    },
    severity: 'high',
    title: 'A key is written in the code',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read it from the environment or from a secret store, and replace the one that was written here.',
  },
]
