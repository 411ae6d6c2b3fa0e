/** How payments are asked for on the wire, for lines that read what others ask. */
export { parseAuthHeader, type AuthScheme } from '../../payments/mpp/auth-header.ts'
export type { ChallengeParams } from '../../payments/mpp/challenge-params.ts'
export { decodeChargeRequest } from '../../payments/mpp/charge-request.ts'
export { parsePaymentChallenges } from '../../payments/mpp/parse-www-authenticate.ts'
export { decodeBase64Json } from '../../payments/wire/base64-json.ts'
export { addressAt, countAt, FieldFault, member, objectAt, stringAt, uintAt } from '../../payments/wire/fields.ts'
export { scanJson, type JsonFault } from '../../payments/wire/scan-json.ts'
export { readV1Network } from '../../payments/x402-v1/network-names.ts'
