/**
 * One small syntax for the languages whose data flow is followed. Each language's parse tree is turned into it, so that the analysis
 * is written once. What the analysis does not need (types, decorators' details, loops' kinds) is left out.
 */

/** Lines and columns count from 1; columns are UTF-16 code units. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface Argument {
  /** Of keyword arguments. */
  readonly name: string | null
  readonly value: Expression
  readonly spread: boolean
}

export interface CollectionItem {
  /** The key if it is written out; null for items of lists, computed keys and spreads. */
  readonly key: string | null
  readonly value: Expression
}

export type Expression =
  | { readonly kind: 'name'; readonly name: string; readonly at: Place }
  | { readonly kind: 'member'; readonly object: Expression; readonly property: string; readonly at: Place }
  | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression; readonly at: Place }
  | {
      readonly kind: 'call'
      readonly callee: Expression
      readonly args: readonly Argument[]
      readonly isNew: boolean
      readonly at: Place
    }
  | { readonly kind: 'text'; readonly value: string; readonly at: Place }
  | { readonly kind: 'constant'; readonly value: number | boolean | null; readonly at: Place }
  /** Text made of parts: templates, `+`, `%`. */
  | { readonly kind: 'join'; readonly parts: readonly Expression[]; readonly operator?: string; readonly at: Place }
  /** A comprehension: clauses, tests, and what it collects of each item. */
  | {
      readonly kind: 'steps'
      readonly parts: readonly Expression[]
      readonly tests: readonly Expression[]
      readonly value: Expression
      readonly at: Place
    }
  | { readonly kind: 'collection'; readonly items: readonly CollectionItem[]; readonly isRecord: boolean; readonly at: Place }
  | { readonly kind: 'function'; readonly definition: FunctionDefinition; readonly at: Place }
  /** One of several values: `a if c else b`, `a || b`. */
  | { readonly kind: 'either'; readonly test: Expression | null; readonly options: readonly Expression[]; readonly at: Place }
  /** True or false; `operator` as written, `not` and `and`, `or` included. */
  | { readonly kind: 'compare'; readonly operator: string; readonly parts: readonly Expression[]; readonly at: Place }
  | { readonly kind: 'assign'; readonly target: Pattern; readonly value: Expression; readonly adds: boolean; readonly at: Place }
  /** The markup of an element with the attributes it sets: JSX. */
  | { readonly kind: 'unknown'; readonly parts: readonly Expression[]; readonly at: Place }

/** What a value is assigned to. */
export type Pattern =
  | { readonly kind: 'target'; readonly target: Expression }
  | { readonly kind: 'parts'; readonly parts: readonly PatternPart[] }

export interface PatternPart {
  /** The property that the part takes; null for the items of a list and for the rest. */
  readonly key: string | null
  readonly pattern: Pattern
  readonly fallback: Expression | null
}

export interface Parameter {
  readonly pattern: Pattern
  readonly name: string | null
  readonly fallback: Expression | null
  /** The declared type as written, or null. */
  readonly type: string | null
  /** The names of its decorators: `Query` of `@Query('id') id`. */
  readonly decorators?: readonly string[]
}

export interface FunctionDefinition {
  readonly name: string | null
  readonly parameters: readonly Parameter[]
  readonly body: readonly Statement[]
  readonly decorators: readonly Expression[]
  /** The class that it is a method of. */
  readonly owner: string | null
  readonly at: Place
}

export type Statement =
  | { readonly kind: 'expression'; readonly value: Expression }
  | { readonly kind: 'return'; readonly value: Expression | null }
  /** Leaves the block: `raise`, `throw`, `break`, `continue`. */
  | { readonly kind: 'leave'; readonly value: Expression | null }
  | {
      readonly kind: 'branch'
      readonly test: Expression
      readonly consequent: readonly Statement[]
      readonly otherwise: readonly Statement[]
    }
  | {
      readonly kind: 'loop'
      readonly each: { readonly target: Pattern; readonly over: Expression } | null
      readonly test: Expression | null
      readonly body: readonly Statement[]
    }
  | { readonly kind: 'define'; readonly definition: FunctionDefinition }
  | { readonly kind: 'class'; readonly name: string; readonly bases: readonly Expression[]; readonly body: readonly Statement[] }
  | { readonly kind: 'import'; readonly local: string; readonly path: string }
  | {
      readonly kind: 'attempt'
      readonly body: readonly Statement[]
      readonly handlers: readonly (readonly Statement[])[]
      /** Where every error is caught and nothing is done. */
      readonly swallowed?: readonly Place[]
    }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }

/** The whole of a file. */
export type Program = readonly Statement[]
