const faults = [
  {
    pattern: /\beval\(|\bexec\(/,
    title: 'Text is run as code',
    why: 'Anyone who controls the text controls the program.',
    howToMend: 'Parse the text as data.',
    cwe: ['CWE-95'],
    severity: 'critical',
  },
  {
    pattern: /(?:SELECT|INSERT|UPDATE|DELETE)\b.*(?:\$\{|["'`] ?\+|%s["'] ?%|\bf["'])/i,
    title: 'A query is put together from text',
    why: 'A value can end the string that it is put into.',
    howToMend: 'Use parameters of the database driver.',
    cwe: ['CWE-89'],
    severity: 'high',
  },
] as const

/** Faults that one line shows. */
export function reviewLines(code: string) {
  return code.split('\n').flatMap((line, index) =>
    faults
      .filter(({ pattern }) => pattern.test(line))
      .map(({ title, why, howToMend, cwe, severity }) => ({
        title,
        why,
        howToMend,
        cwe,
        severity,
        category: 'security',
        confidence: 0.8,
        line: index + 1,
        quote: line.trim(),
      })),
  )
}
