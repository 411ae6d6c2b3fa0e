import type { AnyOffer } from './offer.ts'

/** What an answer is made from and what it cannot know, in sentences; empty where the offer says neither. */
export function factsInWords({ restsOn, cannotKnow }: Pick<AnyOffer, 'restsOn' | 'cannotKnow'>): string {
  return [restsOn === undefined ? [] : `Rests on ${restsOn}.`, cannotKnow === undefined ? [] : `It cannot know ${cannotKnow}.`]
    .flat()
    .join(' ')
}
