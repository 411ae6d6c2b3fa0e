/** The signal of a call that nothing ends. */
export const neverAborted = new AbortController().signal
