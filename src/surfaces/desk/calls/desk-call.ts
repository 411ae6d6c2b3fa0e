import type { z } from 'zod'
import type { Operator, Scope } from '../door/operator.ts'

/** One thing that the desk answers or does. The API, its document, the MCP tools and the forms of the pages are derived from it. */
export interface DeskCall {
  /** Kebab-case. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Below `/operator/api`, with its parameters in braces: `/payments/{receipt}/refund`. */
  readonly path: string
  readonly scope: Scope
  readonly title: string
  readonly purpose: string
  /** Parameters of the path, and of the query or the body. */
  readonly input: z.ZodObject
  readonly answer: z.ZodType
  /** What it is about, for the audit trail; absent where nothing is changed. */
  readonly subject?: (input: never) => string
  /** All of it as CSV, in parts; absent where it is no list. @throws OperatorError before the first part */
  readonly csv?: (input: never) => AsyncIterable<string>
  /** @throws OperatorError, whose message the operator reads */
  run(input: never, operator: Operator): Promise<unknown>
}

/** A call with the types of its schemas. */
export interface TypedCall<Input extends z.ZodObject, Answer extends z.ZodType> extends Omit<
  DeskCall,
  'input' | 'answer' | 'subject' | 'csv' | 'run'
> {
  readonly input: Input
  readonly answer: Answer
  readonly subject?: (input: z.output<Input>) => string
  readonly csv?: (input: z.output<Input>) => AsyncIterable<string>
  run(input: z.output<Input>, operator: Operator): Promise<z.output<Answer>>
}

export function deskCall<Input extends z.ZodObject, Answer extends z.ZodType>(call: TypedCall<Input, Answer>): DeskCall {
  return call
}

/** The names in braces of a path. */
export function pathNames({ path }: Pick<DeskCall, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}
