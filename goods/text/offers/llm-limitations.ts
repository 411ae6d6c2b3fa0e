/** What no answer of a language model can tell; it is part of each verdict. */
export const llmLimitations =
  'The verdict compares the claim with the source alone: a source can be wrong. The confidence is what the language model says of itself, lowered where the embedded checker disagrees; it is not calibrated.'
