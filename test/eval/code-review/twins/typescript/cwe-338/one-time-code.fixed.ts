import { randomInt } from 'node:crypto'

export class OneTimeCodes {
  private readonly codes = new Map<string, string>()
  issue(phone: string): string {
    const code = randomInt(100000, 1000000).toString()
    this.codes.set(phone, code)
    return code
  }
}
