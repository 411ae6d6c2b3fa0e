/** Whether a thing is in the held-out part, one of so many parts. A hash of its name decides, so it is the same in every run. */
export function isHeldOut(name: string, parts: number): boolean {
  let hash = 2_166_136_261
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash % parts === 0
}
