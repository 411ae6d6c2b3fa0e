import type { SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'

const statement =
  /^\s*(?:select\b[^]*\b(?:from|count|max|min|exists)?|insert\s+(?:or\s+\w+\s+|ignore\s+)?into\b|replace\s+into\b|update\s+\S+\s+set\b|update\b|delete\s+from\b|create\s+(?:table|database|user|index|view)\b|drop\s+(?:table|database|user|index|view)\b|alter\s+table\b|grant\s|call\s+\w+\(|with\s+\w+\s+as\s*\()/i
const notRunning =
  /(?:^|\.)(?:str|bytes|format|join|append|extend|add|insert|write|writelines|print|pprint|debug|info|warning|warn|error|exception|critical|log|strip|rstrip|lstrip|replace|split|len|encode|decode|dedent|lower|upper|isinstance|repr|format_map|gettext|ugettext|_|Exception|\w+(?:Error|Exception)|Http404|abort|fail|assert\w*|flash|input|echo|send|reply|sub|search|match|Label|Button|help|add_argument|ArgumentParser|Response|HttpResponse|jsonify|get|pop)$/
const running =
  /\.(?:execute|executemany|executescript|execute_async|raw|mogrify|read_sql|read_sql_query|exec_driver_sql)$|^(?:sqlalchemy\.)?text$|(?:^|\.)sqlalchemy\.(?:sql\.)?(?:text|expression\.text)$|\.(?:extra|order_by|filter)$/

/** Whether a text begins as a statement of SQL does. */
export function isSqlText(value: Value): boolean {
  return value.prefix !== null && value.prefix.length > 6 && !value.isList && statement.test(value.prefix)
}

/** Whether a call hands a statement to a database: by its name, or because its text is one. */
export function runsSql({ path, args }: SeenCall): boolean {
  if (notRunning.test(path)) return false
  if (/^(?:subprocess|os|concurrent|.*executor)\b/.test(path)) return false
  if (/\.(?:order_by|filter)$/.test(path)) return args.some(({ value }) => isSqlText(value))
  return running.test(path) || args.some(({ value }) => isSqlText(value))
}
