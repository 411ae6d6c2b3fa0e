declare module 'solc' {
  const solc: { version(): string; compile(standardJsonInput: string): string }
  export default solc
}
