import { describe, expect, test } from 'vitest'
import { findTaint } from '../taint/find-findings.ts'
import { findingsOfFlows } from './findings-of-flows.ts'

const forever = { maxMs: 60_000, now: () => performance.now() }
async function severitiesIn(code: string) {
  const { flows } = await findTaint('python', code, forever)
  return findingsOfFlows(flows, { language: 'python', code }).map(({ ruleId, severity }) => `${ruleId} ${severity}`)
}

describe('what the data flow found', () => {
  test('is worst where data certainly comes from outsiders', async () => {
    const handler = 'from flask import request\nimport os\n\ndef f():\n    os.system("ls " + request.args["a"])\n'
    expect(await severitiesIn(handler)).toEqual(['taint/python-command-injection critical'])
  })

  test('weighs less where any caller of a function may give it', async () => {
    expect(await severitiesIn('import os\n\ndef f(a):\n    os.system("ls " + a)\n')).toEqual(['taint/python-command-injection medium'])
    expect(await severitiesIn('def load(module):\n    return __import__(module)\n')).toEqual(['taint/python-code-injection info'])
  })

  test('knows a request that is sent from one that is served', async () => {
    const open = 'def f(request):\n    return open(request.path).read()\n'
    const severityOf = async (code: string) => (await severitiesIn(code)).filter((one) => one.includes('path-traversal'))
    expect(await severityOf(`import urllib3\n\n${open}`)).toEqual(['taint/python-path-traversal info'])
    expect(await severityOf(`from django.http import HttpResponse\n\n${open}`)).toEqual(['taint/python-path-traversal high'])
  })
})
