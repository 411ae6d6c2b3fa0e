export class OneTimeCodes {
  private readonly codes = new Map<string, string>()
  issue(phone: string): string {
    const code = Math.floor(100000 + Math.random() * 900000).toString()
    this.codes.set(phone, code)
    return code
  }
}
