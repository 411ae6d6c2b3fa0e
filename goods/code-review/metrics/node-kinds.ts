/** Types of nodes that the grammars have, for all languages together: no type means two things in two of them. */
export const functionNodes: ReadonlySet<string> = new Set([
  'function_definition',
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'generator_function',
  'generator_function_declaration',
  'method_declaration',
  'constructor_declaration',
  'func_literal',
  'function_item',
  'closure_expression',
  'method',
  'singleton_method',
  'lambda',
  'lambda_expression',
  'local_function_statement',
  'anonymous_function_creation_expression',
  'function_statement',
])

/** Each makes one more way through a function, and is harder to follow the deeper it is. */
export const branchNodes: ReadonlySet<string> = new Set([
  'if_statement',
  'if_expression',
  'for_statement',
  'for_in_statement',
  'for_of_statement',
  'enhanced_for_statement',
  'foreach_statement',
  'for_each_statement',
  'for_range_loop',
  'c_style_for_statement',
  'while_statement',
  'while_expression',
  'loop_expression',
  'for_expression',
  'do_statement',
  'catch_clause',
  'except_clause',
  'except_group_clause',
  'rescue',
  'conditional_expression',
  'ternary_expression',
  'conditional',
  'if',
  'unless',
  'while',
  'until',
  'for',
])

/** More ways, and no deeper nesting. */
export const flatBranchNodes: ReadonlySet<string> = new Set([
  'elif_clause',
  'else_if_clause',
  'elsif',
  'elseif_clause',
  'if_modifier',
  'unless_modifier',
  'while_modifier',
])

/** Ways of a switch: each is one more, the switch as a whole is what has to be followed. */
export const caseNodes: ReadonlySet<string> = new Set([
  'switch_case',
  'case_clause',
  'expression_case',
  'type_case',
  'switch_section',
  'match_arm',
  'when',
  'case_statement',
  'case_item',
  'switch_label',
])
export const switchNodes: ReadonlySet<string> = new Set([
  'switch_statement',
  'match_statement',
  'expression_switch_statement',
  'type_switch_statement',
  'switch_expression',
  'match_expression',
  'case',
])

export const logicNodes: ReadonlySet<string> = new Set(['binary_expression', 'boolean_operator', 'binary', 'logical_expression'])
export const logicOperators: ReadonlySet<string> = new Set(['&&', '||', 'and', 'or', '??'])

export const commentNodes: ReadonlySet<string> = new Set(['comment', 'line_comment', 'block_comment', 'multiline_comment'])
