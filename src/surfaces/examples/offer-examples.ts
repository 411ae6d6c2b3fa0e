import { priceOf } from '../../offers/offer.ts'
import { formatUsd } from '../../shared/money.ts'
import { commentLine } from './comment-line.ts'
import type { ExampleInput } from './example-input.ts'
import { exampleLanguages, runCommandOf } from './example-languages.ts'
import { priceMessage } from './price-messages.ts'

/** The code to call one offer, as in the JSON of `/examples/{offer-id}`. */
export interface OfferExamples {
  readonly id: string
  readonly title: string
  readonly purpose: string
  readonly route: string
  /** In words. */
  readonly price: string
  /** Decimal US dollars of a paid call; null for a free offer. */
  readonly usd: string | null
  /** Address of a sample of the answer. */
  readonly sampleAnswer: string
  readonly examples: readonly {
    readonly language: string
    readonly title: string
    /** A free call needs no client that pays, but maybe one for the protocol. */
    readonly install: string | null
    /** The name under which the code is to be saved, and the command that runs it. */
    readonly file: string
    readonly run: string
    readonly code: string
  }[]
}

/** The examples in every language in which the offer can be called. */
export function offerExamples(input: ExampleInput): OfferExamples {
  const { offer } = input
  const free = offer.access.kind === 'free'
  return {
    id: offer.id,
    title: offer.title,
    purpose: offer.purpose,
    route: `${offer.method} ${offer.template}`,
    price: priceMessage(input),
    usd: free ? null : formatUsd(priceOf(offer)),
    sampleAnswer: `${input.baseUrl}/examples/${offer.id}/answer`,
    examples: exampleLanguages.flatMap((language) => {
      const code = language.generate(input)
      const { id, title, install, ending } = language
      const file = `${offer.id}.${ending}`
      return code === null ? [] : [{ language: id, title, install, file, run: runCommandOf(language, file), code }]
    }),
  }
}

export function examplesMarkdown({ title, purpose, route, price, sampleAnswer, examples }: OfferExamples): string {
  const sections = examples.map(({ language, title, install, file, run, code }) => {
    const syntax = exampleLanguages.find(({ id }) => id === language)?.syntax ?? ''
    const fence = fenceFor(code)
    const steps = `${install === null ? '' : `\`${install}\`\n\n`}Save it as \`${file}\`, run \`${run}\`:\n\n`
    return `## ${title}\n\n${steps}${fence}${syntax}\n${code}${fence}\n`
  })
  return `# ${commentLine(title)}\n\n\`${route}\`, ${price}. ${commentLine(purpose)}\n\nA sample of the answer: ${sampleAnswer}\n\n${sections.join('\n')}`
}

/** A fence longer than any in the code. */
function fenceFor(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}
