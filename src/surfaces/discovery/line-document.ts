/** The path of the document of one line. */
export const lineDocument = (line: string) => `/openapi/${line}.json`
