import ts from 'typescript'

/** A text of the source that callers read, with `{…}` for what is filled in. */
export interface Sentence {
  readonly line: number
  readonly text: string
}

/** Members that hold texts for callers, however short. */
const namedMembers = new Set([
  'title',
  'purpose',
  'fix',
  'detail',
  'words',
  'short',
  'note',
  'how',
  'recommendation',
  'evidence',
  'limitations',
])
/** Calls whose texts callers read, by the name of what is called. */
const namedCalls = new Set(['describe', 'Problem', 'kind'])
/** Calls whose texts only operators and developers read. */
const internalCalls = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SettingError',
  'CatalogError',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'prepare',
  'exec',
  'RegExp',
])
const minWords = 3

/** The texts for callers in one file, in their order. A text of three words or more is one wherever it stands. */
export function sentencesIn(path: string, source: string): Sentence[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found: Sentence[] = []
  const visit = (node: ts.Node, isNamed: boolean): void => {
    if (isInternal(node)) return
    const text = textOf(node)
    if (text !== null) {
      if (isForCallers(text, isNamed)) found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
      expressionsIn(node).forEach((inner) => visit(inner, false))
      return
    }
    const named = isNamed || opensNamed(node)
    ts.forEachChild(node, (child) => visit(child, named && !ts.isArrowFunction(child)))
  }
  visit(file, false)
  return found
}

/** The text of a literal, of a template, or of literals that are added up; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('')
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === null || right === null ? null : left + right
}

function expressionsIn(node: ts.Node): readonly ts.Node[] {
  return ts.isTemplateExpression(node) ? node.templateSpans.map(({ expression }) => expression) : []
}

function isForCallers(text: string, isNamed: boolean): boolean {
  const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? []
  if (/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE)\b/.test(text) || /^[\w-]+(?:, [\w-]+)*$/.test(text))
    return isNamed && /[a-z] [a-z]/.test(text)
  return isNamed ? words.length > 1 : words.length >= minWords && /\p{L} \p{L}/u.test(text)
}

function opensNamed(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return namedMembers.has(node.name.getText())
  return (ts.isCallExpression(node) || ts.isNewExpression(node)) && namedCalls.has(calledName(node))
}

function isInternal(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return true
  return (ts.isCallExpression(node) || ts.isNewExpression(node)) && internalCalls.has(calledName(node))
}

function calledName({ expression }: ts.CallExpression | ts.NewExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
}
