/** Legal forms of letters that people space or dot as well. */
const legal = /^(.{2,})(s(?:a|pa|rl|arl|al|ae|ac|ro)|l(?:lc|tda?|lp)|bv|nv|ag|kg|plc|p?jsc|ojsc|cjsc|gmbh)$/i
/** Letters with full stops or slashes between them: they are one abbreviation. */
const dotted = /(?<=(?:^|[^\p{L}\p{N}\p{M}])\p{L})[./](?=\p{L}(?:[^\p{L}\p{N}\p{M}]|$))/gu
const letter = String.raw`[\p{L}\p{N}](?![\p{L}\p{N}\p{M}])`
/** Single letters and digits, each apart from the next by a space and a few signs. */
const apart = new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])${letter}(?:[\s.&+\-]{1,4}${letter})+`, 'gu')

/** A name with its initials joined, as organisations are called: `A. B. C. Trading` and `A B C Trading` are `ABC Trading`. */
export function joinInitials(name: string): string {
  return name.replace(dotted, '').replace(apart, (run, at: number, whole: string) => {
    const joined = run.replace(/[^\p{L}\p{N}]+/gu, '')
    const isLast = /^[^\p{L}\p{N}]*$/u.test(whole.slice(at + run.length))
    return isLast ? joined.replace(legal, '$1 $2') : joined
  })
}

/** A name with its initials apart, as people are called: `J.R. Smith` and `JR Smith` are `J R Smith`. */
export function separateInitials(name: string): string {
  return name
    .replace(dotted, ' ')
    .replace(/(?<![\p{L}\p{N}\p{M}])(?=\p{Lu}{2,3}(?![\p{L}\p{N}\p{M}]))[^\P{Lu}AEIOU]+(?=[^\p{L}\p{N}]+\p{L}{2})/gu, (run) =>
      [...run].join(' '),
    )
}
