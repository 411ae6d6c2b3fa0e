/** One text, or a claim and the passage it is held against. Where a pair is too long, its passage is cut. */
export type EncoderInput = string | readonly [claim: string, passage: string]

/** A trained model that turns each text or pair into a row of numbers. */
export interface Encoder {
  /**
   * A row for each input, in their order: one logit a label for `pairs` and `sentiment`, a vector of length 1 for `sentences`.
   * It holds its process while it computes.
   */
  score(inputs: readonly EncoderInput[]): Promise<readonly Float32Array[]>
}

/** The encoders that jobs use. All stand on one table of words. */
export interface Encoders {
  /** Logits of `contradicted`, `supported`, `unverifiable` for a claim and a passage. */
  readonly pairs: Encoder
  /** Logits of `negative`, `neutral`, `positive` for a sentence. */
  readonly sentiment: Encoder
  /** A vector of 384 numbers for a sentence; the product of two vectors is how alike they are. */
  readonly sentences: Encoder
}
