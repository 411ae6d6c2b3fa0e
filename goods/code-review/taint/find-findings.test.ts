import { performance } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { parseCode, ParseTimeout } from '../code/parse-code.ts'
import { readPython } from '../code/read-python.ts'
import { pythonRules } from '../rules/python.ts'
import { findTaint } from './find-findings.ts'
import { findFlows } from './find-flows.ts'

const limits = { maxMs: 5000, now: Date.now }

/** The rules that a file breaks, with their lines. */
async function rulesBroken(text: string): Promise<string[]> {
  const { flows } = await findTaint('python', text, limits)
  return flows.map(({ rule, at }) => `${at.line} ${rule.weakness}`)
}

const flask = 'from flask import Flask, request, session, abort\nimport os, subprocess\napp = Flask(__name__)\n'

/** A handler with this body; its first line is line 6. */
function handler(...lines: readonly string[]): string {
  return `${flask}@app.route("/x")\ndef x():\n${lines.map((line) => `    ${line}\n`).join('')}`
}

describe('data of outsiders is followed', () => {
  test('through assignments, also of several names at once', async () => {
    expect(
      await rulesBroken(handler('a, b = request.args["a"], "b"', 'c = a', 'os.system("ls " + c)', 'os.system("ls " + str(1))')),
    ).toEqual(['8 CWE-78'])
  })
  test('through the entries of a record, each by itself', async () => {
    const code = handler('d = {"good": "ls", "bad": request.args["x"]}', 'os.system(d["good"])', 'os.system(d["bad"])')
    expect(await rulesBroken(code)).toEqual(['8 CWE-78'])
  })
  test('into lists, and out of them by loops, comprehensions and joins', async () => {
    const code = handler(
      'parts = []',
      'parts.append(request.args["x"])',
      'os.system(" ".join(parts))',
      'for part in parts:',
      '    os.system(part)',
      'os.system([p.strip() for p in parts][0])',
    )
    expect(await rulesBroken(code)).toEqual(['8 CWE-78', '10 CWE-78', '11 CWE-78'])
  })
  test('through every way to put text together', async () => {
    const code = handler(
      'x = request.args["x"]',
      'os.system(f"ls {x}")',
      'os.system("ls %s" % x)',
      'os.system("ls {}".format(x))',
      'y = "ls "',
      'y += x',
      'os.system(y)',
    )
    expect(await rulesBroken(code)).toEqual(['7 CWE-78', '8 CWE-78', '9 CWE-78', '12 CWE-78'])
  })
  test('into functions and out of them', async () => {
    const code = `def line(name):\n    return "ls " + name\n${handler('os.system(line(request.args["x"]))', 'os.system(line("src"))')}`
    expect(await rulesBroken(code)).toEqual(['8 CWE-78'])
  })
  test('into an object and through its methods', async () => {
    const code = `class Job:\n    def __init__(self, name):\n        self.name = name\n    def run(self):\n        os.system("ls " + self.name)\n${handler('Job(request.args["x"]).run()')}`
    expect(await rulesBroken(code)).toEqual(['5 CWE-78'])
  })
  test('to the source that it came from', async () => {
    const { flows } = await findTaint('python', handler('name = request.form["name"]', 'os.system(name)'), limits)
    expect(flows.map(({ source }) => ({ name: source?.name, line: source?.at.line, certain: source?.certain }))).toEqual([
      { name: 'flask.request.form', line: 6, certain: true },
    ])
  })
  test('from parameters of functions that nobody in the file calls, with less certainty', async () => {
    const { flows } = await findTaint('python', 'import os\ndef run(command):\n    os.system("nice " + command)\n', limits)
    expect(flows.map(({ source }) => source?.certain)).toEqual([false])
  })
  test('but not from numbers that a route or a type asks for', async () => {
    const code = `${flask}@app.route("/<int:n>")\ndef x(n):\n    os.system("nice -n %s ls" % n)\ndef y(n: int):\n    os.system("nice -n %s ls" % n)\n`
    expect(await rulesBroken(code)).toEqual([])
  })
})

describe('data is harmless', () => {
  const uses = 'os.system("ls " + name)'
  test.each([
    ['after a call that makes a number of it', ['name = str(int(request.args["n"]))', uses]],
    ['after a call that quotes it', ['import shlex', 'name = shlex.quote(request.args["n"])', uses]],
    ['in the branch of a test against a list', ['name = request.args["n"]', 'if name in ("a", "b"):', `    ${uses}`]],
    ['after a test that leaves', ['name = request.args["n"]', 'if name not in ALLOWED:', '    abort(400)', uses]],
    ['after an assertion', ['name = request.args["n"]', 'assert name.isalnum()', uses]],
    ['after a call that raises errors for bad data', ['name = request.args["n"]', 'validate_name(name)', uses]],
    ['where it only chooses an entry', ['name = {"a": "b"}.get(request.args["n"], "c")', uses]],
    ['in a branch that is never taken', ['name = "a"', 'if 3 > 4:', '    name = request.args["n"]', uses]],
  ])('%s', async (_, lines) => {
    expect(await rulesBroken(handler(...lines))).toEqual([])
  })
  test('for one weakness, and not for the others', async () => {
    expect(await rulesBroken(handler('import html', 'name = html.escape(request.args["n"])', uses))).toEqual(['8 CWE-78'])
  })
  test('only in the branch where the test holds', async () => {
    const code = handler('name = request.args["n"]', 'if name.isalnum():', '    pass', uses)
    expect(await rulesBroken(code)).toEqual(['9 CWE-78'])
  })
})

describe('secrets and errors', () => {
  test('a password may not reach a log, but its length may', async () => {
    const code = 'import logging\ndef login(password):\n    logging.info("%s", password)\n    logging.info("%s", len(password))\n'
    expect(await rulesBroken(code)).toEqual(['3 CWE-532'])
  })
  test('the text of a caught error may not reach a caller, but a text of our own may', async () => {
    const code = handler('try:', '    work()', 'except Exception as error:', '    return {"error": str(error)}', 'return {"error": "none"}')
    expect(await rulesBroken(code)).toEqual(['9 CWE-209'])
  })
  test('a written secret is found under a name, a key, an argument and in a comparison', async () => {
    const code =
      'api_key = "q8Zr2LmX0tWv"\nx = {"password": "Tr0ub4dor&3"}\nconnect(password="Tr0ub4dor&3")\nif password == "Tr0ub4dor&3":\n    pass\npassword = "password"\n'
    expect(await rulesBroken(code)).toEqual(['1 CWE-798', '2 CWE-798', '3 CWE-798', '4 CWE-798'])
  })
})

describe('code that was written to be hard to review', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['10,000 nested brackets', `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['10,000 nested lists', `x = ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['10,000 brackets that never close', `f${'('.repeat(10_000)}`],
    ['2,000 nested blocks', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}if x:\n`).join('')],
    ['20,000 operands', `x = ${Array.from({ length: 20_000 }, () => 'a').join('+')}`],
    ['10,000 calls in a chain', `x = a${'.b()'.repeat(10_000)}`],
    [
      'functions that call themselves and each other',
      Array.from(
        { length: 400 },
        (_, n) => `def f${n}(a, b):\n    f${(n * 7) % 400}(a + b, f${(n * 11) % 400}(b, a))\n    return f${n}(b, a)\n`,
      ).join(''),
    ],
    [
      '5,000 branches that each assign',
      `def f(a):\n    x = a\n${Array.from({ length: 2500 }, (_, n) => `    if a == ${n}:\n        x = x + a\n`).join('')}`,
    ],
    [
      'nested loops',
      Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}for a${depth} in b:\n`).join('') + `${' '.repeat(60)}c = c + a1\n`,
    ],
    ['noise', Array.from({ length: 100_000 }, (_, n) => String.fromCharCode(33 + ((n * 7919) % 90))).join('')],
  ]
  test.each(hostile)('%s: ends within its time', async (_, code) => {
    const begun = performance.now()
    const { flows } = await findTaint('python', code, { maxMs: 2000, now: Date.now })
    expect(Array.isArray(flows)).toBe(true)
    // What can't be interrupted, reading the tree, comes on top of the limit.
    expect(performance.now() - begun).toBeLessThan(30_000)
  })
  test('says when it was not followed to its end', async () => {
    const code = Array.from({ length: 2000 }, (_, n) => `x${n} = a + b`).join('\n')
    const tree = await parseCode('python', code, limits)
    const program = readPython(tree.rootNode)
    expect(findFlows(program, pythonRules, { isOver: () => true }).isComplete).toBe(false)
    expect(findFlows(program, pythonRules).isComplete).toBe(true)
    tree.delete()
  })
  test('a text that takes too long to parse is an error of its own', async () => {
    const clock = [0, 1e9]
    const now = () => clock.shift() ?? 1e9
    await expect(parseCode('python', 'x = 1\n'.repeat(20_000), { maxMs: 10, now })).rejects.toThrow(ParseTimeout)
  })
})
