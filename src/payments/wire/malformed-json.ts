import { Problem } from '../../shared/problems.ts'
import type { Base64JsonFault, Base64JsonLimits } from './base64-json.ts'

/** The problem `malformed_payment` for a field that does not hold base64 of the JSON that was expected. */
export function malformedJson(field: string, expected: string, fault: Base64JsonFault, limits: Base64JsonLimits): Problem {
  return new Problem('malformed_payment', `${field} ${faultText(fault, limits)}`, { field, expected, extra: { fault: fault.fault } })
}

function faultText(fault: Base64JsonFault, limits: Base64JsonLimits): string {
  switch (fault.fault) {
    case 'too_long':
      return 'is too long.'
    case 'empty':
      return 'is empty.'
    case 'raw_json':
      return 'holds JSON as it is; encode it as standard base64.'
    case 'url_safe':
      return 'is URL-safe base64; use the standard alphabet with "+" and "/".'
    case 'not_base64':
      return 'is not standard base64.'
    case 'not_utf8':
      return 'does not decode to UTF-8 text.'
    case 'not_json':
      return 'does not decode to JSON.'
    case 'not_object':
      return 'decodes to JSON that is not an object.'
    case 'nested_base64':
      return 'decodes to base64 again; encode the JSON once only.'
    case 'too_deep':
      return `is nested deeper than ${limits.depth} levels.`
    case 'too_many_members':
      return `has more than ${limits.members} members.`
    case 'duplicate_key':
      return 'names a member twice in one object.'
    case 'forbidden_key':
      return `has a member named ${fault.key}, which is not allowed.`
  }
}
