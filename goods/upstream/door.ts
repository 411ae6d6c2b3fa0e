/** Everything of the till that this line uses. It is imported from here only. */
export { z } from 'zod'
export { isReservedPath } from '../../src/offers/reserved-paths.ts'
export { isRest, parametersOf, segmentsOf, templatesCollide } from '../../src/offers/path-template.ts'
export { methods, takesBody, type Method } from '../../src/shared/http-methods.ts'
export { AmountError, formatUsd, usd } from '../../src/shared/money.ts'
export { issueWords, plainIssue } from '../../src/shared/issue-words.ts'
export { nearestName } from '../../src/shared/nearest-name.ts'
export { ipLiteral, isPublicAddress } from '../../src/net/public-address.ts'
