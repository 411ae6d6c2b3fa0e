import { expect, test } from 'vitest'
import { proseOf } from './prose.ts'

test('comments and docstrings are text for readers, and other texts are not', () => {
  const isProse = (language: string, code: string) => proseOf(code, language)(code.indexOf('SECRET'))
  expect(isProse('python', 'def f():\n    """Opens https://a:SECRET@host/."""\n    return 1\n')).toBe(true)
  expect(isProse('python', 'x = 1  # SECRET\n')).toBe(true)
  expect(isProse('python', 'x = """SECRET"""\n')).toBe(false)
  expect(isProse('python', 'x = "a#SECRET"\n')).toBe(false)
  expect(isProse('javascript', '/* SECRET */ f()')).toBe(true)
  expect(isProse('typescript', 'f() // SECRET')).toBe(true)
  expect(isProse('javascript', "f('https://a:SECRET@host/')")).toBe(false)
  expect(isProse('ini', '# SECRET')).toBe(false)
})

test('a text made to be slow takes little time', () => {
  const from = process.cpuUsage()
  for (const [language, part] of [
    ['javascript', '/*'],
    ['python', '"""\n'],
    ['python', '\'\'\'\n"""'],
    ['javascript', '//'],
  ] as const)
    proseOf(part.repeat(100_000 / part.length), language)
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(1_500)
})
