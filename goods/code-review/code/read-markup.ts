import type { Node } from 'web-tree-sitter'
import { unquoteScript } from './string-literals.ts'
import type { Argument, Expression } from './syntax.ts'
import { childrenOf, placeOf } from './tree-reading.ts'

/**
 * An element of JSX as a call of `<name>`: its attributes are arguments by name, its children are arguments without one.
 * Children are escaped when they are rendered; attributes such as `href` and `dangerouslySetInnerHTML` are what rules look at.
 */
export function readMarkup(node: Node, read: (node: Node | null) => Expression): Expression {
  const opening = node.type === 'jsx_element' ? node.childForFieldName('open_tag') : node
  const attributes = childrenOf(opening ?? node).filter((child) => child.type === 'jsx_attribute' || child.type === 'jsx_expression')
  const children =
    node.type === 'jsx_element'
      ? childrenOf(node).filter((child) => /^jsx_(?:expression|element|self_closing_element)$/.test(child.type))
      : []
  const at = placeOf(node)
  const callee: Expression = { kind: 'name', name: `<${opening?.childForFieldName('name')?.text ?? ''}>`, at }
  const args = [
    ...attributes.map((attribute): Argument => readAttribute(attribute, read)),
    ...children.map((child): Argument => ({
      name: null,
      value: read(child.type === 'jsx_expression' ? child.firstNamedChild : child),
      spread: false,
    })),
  ]
  return { kind: 'call', callee, args, isNew: false, at }
}

function readAttribute(node: Node, read: (node: Node | null) => Expression): Argument {
  if (node.type === 'jsx_expression') return { name: null, value: read(node.firstNamedChild?.firstNamedChild ?? null), spread: true }
  const [name, value = null] = childrenOf(node)
  if (value?.type === 'string')
    return { name: name?.text ?? null, value: { kind: 'text', value: unquoteScript(value.text), at: placeOf(value) }, spread: false }
  return { name: name?.text ?? null, value: read(value?.type === 'jsx_expression' ? value.firstNamedChild : value), spread: false }
}
