import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTrialReviews } from './analysers.fixture.ts'
import { sarifOf, type SarifLog } from './sarif.ts'

const position = z.int().min(1)
const region = z
  .strictObject({
    startLine: position,
    startColumn: position,
    endLine: position,
    endColumn: position,
    snippet: z.object({ text: z.string() }).optional(),
  })
  .refine((one) => one.endLine > one.startLine || one.endColumn >= one.startColumn)
const artifactLocation = z.strictObject({ uri: z.string().regex(/^[^\s/:?#][^\s:?#]*$/) })
const message = z.strictObject({ text: z.string().min(1) })
const physicalLocation = z.strictObject({ artifactLocation, region })

/** The members of SARIF 2.1.0 that we write, as the standard has them. */
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          version: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              shortDescription: message,
              fullDescription: message,
              help: message,
              defaultConfiguration: z.strictObject({ level: z.enum(['none', 'note', 'warning', 'error']) }),
              properties: z.looseObject({ tags: z.array(z.string()) }),
            }),
          ),
        }),
      }),
      columnKind: z.literal('utf16CodeUnits'),
      artifacts: z.array(z.strictObject({ location: artifactLocation, sourceLanguage: z.string() })),
      invocations: z.array(
        z.strictObject({
          executionSuccessful: z.boolean(),
          toolExecutionNotifications: z.array(z.strictObject({ level: z.literal('warning'), message })),
        }),
      ),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['note', 'warning', 'error']),
          rank: z.number().min(0).max(100),
          message,
          locations: z.array(z.strictObject({ physicalLocation })),
          relatedLocations: z.array(z.strictObject({ physicalLocation, message })).optional(),
          partialFingerprints: z.record(z.string(), z.string()),
          fixes: z
            .array(
              z.strictObject({
                description: message,
                artifactChanges: z.array(
                  z.strictObject({
                    artifactLocation,
                    replacements: z.array(z.strictObject({ deletedRegion: region, insertedContent: z.object({ text: z.string() }) })),
                  }),
                ),
              }),
            )
            .optional(),
          properties: z.looseObject({}),
        }),
      ),
    }),
  ),
})

let log: SarifLog
beforeAll(async () => {
  const trial = await openTrialReviews()
  const review = await trial.reviewFiles({
    'src/app one.py':
      'from flask import request\nimport os, requests\nos.system("ls " + request.args["a"])\nrequests.get("https://a.test", timeout=1, verify=False)\n',
    '../ü.js': 'if (a === NaN) b()\n',
    'x.kt': 'fun main() {}',
  })
  log = sarifOf(review, { version: '1' })
})

describe('a review as SARIF', () => {
  test('has the form of the standard', () => {
    expect(sarif.safeParse(JSON.parse(JSON.stringify(log))).error).toBeUndefined()
  })

  test('has a result for each finding, with its rule, its place and its fix', () => {
    const [run] = sarif.parse(JSON.parse(JSON.stringify(log))).runs
    expect(run?.results.length).toBeGreaterThanOrEqual(3)
    for (const result of run?.results ?? []) expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId)
    const uris = run?.results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri)
    expect(uris).toContain('src/app%20one.py')
    expect(uris).toContain('%C3%BC.js')
    expect(run?.results.filter(({ fixes }) => fixes)).toHaveLength(1)
    expect(run?.results[0]).toMatchObject({
      level: 'error',
      relatedLocations: [{ message: { text: expect.stringContaining('request.args') as string } }],
    })
  })

  // The schema of OASIS may not be copied. SARIF_SCHEMA is the path of the file sarif-schema-2.1.0.json.
  const schemaFile = process.env['SARIF_SCHEMA'] ?? ''
  test.runIf(existsSync(schemaFile))('fits the schema of the standard', () => {
    // The validator that ESLint brings.
    const validator = 'ajv'
    const require = createRequire(createRequire(import.meta.url).resolve('eslint'))
    const Ajv = require(validator) as new (options: object) => {
      addMetaSchema(schema: object): void
      validate(schema: object, data: unknown): boolean
      errors: unknown
    }
    const ajv = new Ajv({ schemaId: 'auto', meta: false, unknownFormats: 'ignore', logger: false })
    ajv.addMetaSchema(require(`${validator}/lib/refs/json-schema-draft-04.json`) as object)
    const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object
    expect(ajv.validate(schema, JSON.parse(JSON.stringify(log))), JSON.stringify(ajv.errors)).toBe(true)
  })
})
