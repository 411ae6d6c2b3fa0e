import type { FunctionDefinition, Place } from '../code/syntax.ts'
import type { TaintKind, Value, Weakness } from './value.ts'

export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** A call as a rule sees it. */
export interface SeenCall {
  /** The path of what is called: `os.system`, `?cursor.execute`. */
  readonly path: string
  readonly receiver: Value | null
  readonly args: readonly { readonly name: string | null; readonly value: Value; readonly spread?: boolean }[]
  readonly at: Place
  /** The argument by its name, else by its place among those without a name. */
  arg(index: number, name?: string): Value | null
}

/** A call that data of outsiders may not reach. */
export interface Sink {
  readonly id: string
  readonly weakness: Weakness
  readonly also?: readonly Weakness[]
  readonly path: RegExp
  /** The arguments that matter: places, names, or the receiver. All of them if left out. */
  readonly args?: readonly (number | string)[]
  /** Whether the call is dangerous with these arguments at all. */
  readonly when?: (call: SeenCall) => boolean
  /** Only text that was put together counts: `execute("... " + name)`, but not `execute(name)`. */
  readonly onlyBuilt?: boolean
  /** Data that only perhaps comes from outsiders counts too: parameters of functions. `built`: where it is a part of a text. */
  readonly uncertainToo?: boolean | 'built'
  /** What the call returns may hold what went in. */
  readonly returnsInput?: boolean
  /** The kinds of data that may not reach it; data of outsiders if left out. */
  readonly reads?: readonly TaintKind[]
  /** Only data whose source is called like this: `password`. */
  readonly from?: RegExp
  /** The parts of an argument that matter; the whole of it if left out. */
  readonly parts?: (value: Value) => readonly Value[]
  /** Not reported where the same data was seen to do the same harm in another place. */
  readonly isEarly?: boolean
  /** 0 to 1: how often a report of this rule is worth reading. */
  readonly confidence?: number
  readonly severity: Severity
  readonly title: string
  readonly why: string
  readonly fix: string
}

/** A call or an assignment that is wrong whatever data it gets. */
export interface Misuse {
  readonly id: string
  readonly weakness: Weakness
  /** Other entries of the CWE list under which the same mistake is known. */
  readonly also?: readonly Weakness[]
  readonly path: RegExp
  readonly when?: (call: SeenCall) => boolean
  readonly confidence?: number
  readonly severity: Severity
  readonly title: string
  readonly why: string
  readonly fix: string
}

/** A function that is wrong by how it is written. `finds` gives the place. */
export interface Structure extends Omit<Misuse, 'path' | 'when'> {
  readonly finds: (definition: FunctionDefinition) => Place | null
}

/** An assignment to a member that data of outsiders may not reach: `element.innerHTML = x`. Its path includes the member. */
export interface Assignment extends Omit<Sink, 'args' | 'when' | 'parts' | 'returnsInput'> {
  readonly when?: (value: Value) => boolean
  /** The same, where the name matters too. */
  readonly whenNamed?: (path: string, value: Value) => boolean
  /** A parameter may have such a default: its callers decide. */
  readonly notAsDefault?: boolean
}

/** Text that may not be put together from data of outsiders, wherever it goes. Not reported where the same data was seen to do harm. */
export interface Joined extends Omit<Sink, 'path' | 'args' | 'when' | 'parts' | 'returnsInput' | 'onlyBuilt'> {
  readonly when: (value: Value) => boolean
}

/** What a handler returns that data may not reach. Its path is the path of the handler's decorator: `flask.Flask().route`. */
export interface Returned extends Omit<Sink, 'args' | 'when' | 'parts'> {
  readonly when?: (value: Value) => boolean
}

export interface Sanitiser {
  readonly path: RegExp
  readonly cleans: readonly Weakness[] | 'all'
  readonly when?: (call: SeenCall) => boolean
  /** Functions of the file that are called so clean too, however they do it. */
  readonly isByName?: boolean
}

/** A test after which data is safe in one of its branches. */
export interface Guard {
  /** The path of a call, or of its receiver's method: `?re.fullmatch`, `.startswith`. */
  readonly path: RegExp
  readonly cleans: readonly Weakness[] | 'all'
  /** Which argument is tested; `receiver` for `name.isalnum()`. */
  readonly tests: number | 'receiver'
  /** Whether the test says anything: a pattern that is not anchored does not. */
  readonly when?: (receiver: Value | null, args: readonly Value[]) => boolean
  /** The data is safe when the test fails: `name.includes('..')`. */
  readonly whenFails?: boolean
}

/** Paths whose values perhaps come from outsiders, or can't lead to every weakness. */
export interface MildSource {
  readonly path: RegExp
  readonly certain: boolean
  readonly cleaned: readonly Weakness[]
}

/** A call that changes what a later call on the same object means: `response.type('text/plain')`. */
export interface Effect {
  readonly path: RegExp
  readonly member: string
  /** Null if the call has no effect with these arguments. */
  readonly value: (call: SeenCall) => string | null
}

export interface LanguageRules {
  /** Paths whose values come from outsiders. */
  readonly sources: readonly RegExp[]
  /** Parameters with these names, in any function: their members in `members` come from outsiders. */
  readonly requestNames: RegExp
  readonly requestMembers: RegExp
  /** Decorators of functions whose parameters come from outsiders. */
  readonly handlerDecorators: RegExp | null
  /** Types of parameters that can carry no attack. */
  readonly harmlessTypes: RegExp
  /** Calls whose result carries nothing of what went in. */
  readonly opaque: RegExp
  /** Methods that put their arguments into what they are called on. */
  readonly collecting: RegExp
  /** Members that carry nothing: `length`. */
  readonly harmlessMembers: RegExp
  readonly sinks: readonly Sink[]
  readonly assignments: readonly Assignment[]
  readonly misuses: readonly Misuse[]
  /** Assignments whose value alone is wrong: `NODE_TLS_REJECT_UNAUTHORIZED = 0`. */
  readonly badSettings: readonly Assignment[]
  readonly sanitisers: readonly Sanitiser[]
  readonly guards: readonly Guard[]
  readonly mildSources?: readonly MildSource[]
  /** Weaknesses that data of outsiders can't lead to: only `delicateSources` do. */
  readonly delicate?: readonly Weakness[]
  /** Values that outsiders do not write, but that may not reach some places: secrets, stacks of errors, guessable numbers. */
  readonly delicateSources?: readonly { readonly path: RegExp; readonly cleaned: readonly Weakness[] }[]
  /** What data can't lead to once it was calculated with, or has only chosen an item of a list. */
  readonly arithmetic?: readonly Weakness[]
  /** Paths that carry nothing, whatever the object carries: `location.origin`. */
  readonly harmlessPaths?: RegExp
  /** Calls whose result is written out if their arguments are: `Buffer.from('…')`. */
  readonly pure?: RegExp
  /** Calls that return their first argument: `promisify(exec)`. */
  readonly transparent?: RegExp
  /** Calls that return what they are called on: `response.status(404)`. */
  readonly chaining?: RegExp
  /** The path that a parameter of a function gets, which is handed to a call: the request of a route's handler. */
  readonly callbackParameter?: (call: SeenCall, index: number, names: readonly (string | null)[]) => string | null
  /** Decorators of parameters that come from outsiders. */
  readonly parameterDecorators?: RegExp
  readonly effects?: readonly Effect[]
  /** A call that is harmless with its arguments returns what went in, whatever else it is known for. */
  readonly tracksHarmlessSinks?: boolean
  /** Calls that read the request they are given. */
  readonly requestReaders?: RegExp
  /** A first parameter with this name makes a function a handler: what it gets besides is of outsiders. */
  readonly handlerParameters?: RegExp
  /** Calls that make an object whose kind their first argument says: `createElement('script')`. */
  readonly namedByText?: RegExp
  readonly structures?: readonly Structure[]
  readonly returned?: readonly Returned[]
  readonly joined?: readonly Joined[]
  /** Members of a module under which it exports a function whose first parameter is a request: `exports.handler`. */
  readonly entryPaths?: RegExp
  /** A function that is chosen by data of outsiders is called: `handlers[name]()`. */
  readonly chosenFunction?: Omit<Sink, 'path'>
  /** Paths of the texts of errors: `traceback.format_exc()`. */
  readonly errorSources?: RegExp
  /** Names of values that have to stay secret: `password`. */
  readonly secretNames?: RegExp
  /** Calls that pass secrets and texts of errors on: `str`, `.encode`. */
  readonly keepsText?: RegExp
  /** Calls that look something up: what they return says nothing of their arguments. */
  readonly lookups?: RegExp
  /** Calls that raise an error unless their arguments are good, where they are statements of their own. */
  readonly checkers?: RegExp
  /** A handler of errors that hides every error. */
  readonly swallowing?: Omit<Misuse, 'path' | 'when'>
  /** What a function of the file gets is known from its calls; only functions without calls may get anything. */
  readonly trustsCalls?: boolean
}

/** What the rules of any form have in common. */
export type FlowRule = Pick<Misuse, 'id' | 'weakness' | 'also' | 'confidence' | 'severity' | 'title' | 'why' | 'fix'> &
  Pick<Sink, 'isEarly'>

/** One thing that is wrong, and where. */
export interface Flow {
  readonly rule: FlowRule
  readonly at: Place
  /** Null for misuse. */
  readonly source: { readonly kind: TaintKind; readonly name: string; readonly at: Place; readonly certain: boolean } | null
}
