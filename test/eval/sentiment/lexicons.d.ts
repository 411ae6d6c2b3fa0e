declare module 'vader-sentiment' {
  const vader: { readonly SentimentIntensityAnalyzer: { polarity_scores(text: string): { readonly compound: number } } }
  export default vader
}

declare module 'multilang-sentiment' {
  const measure: (text: string, language: string) => { readonly score: number }
  export default measure
}
