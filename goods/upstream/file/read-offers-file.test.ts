import { describe, expect, test } from 'vitest'
import { faultText } from './file-fault.ts'
import { readOffersFile } from './read-offers-file.ts'

const small = `service:
  name: Tides of Brest
upstreams:
  tides:
    url: http://127.0.0.1:4750
    private: true
offers:
  - route: GET /tides/*
    price: 0.01
`

function faultsOf(text: string, secrets: readonly string[] = []): string[] {
  const read = readOffersFile(text, { hasSecret: (name) => secrets.includes(name) })
  return read.kind === 'read' ? [] : read.faults.map((fault) => faultText('offers.yaml', fault))
}

describe('a file of offers', () => {
  test('needs little: an address, a route and a price', () => {
    const read = readOffersFile(small, {})
    expect(read).toMatchObject({
      kind: 'read',
      file: {
        service: { name: 'Tides of Brest' },
        upstreams: { tides: { url: 'http://127.0.0.1:4750', private: true, redirects: 0, idempotencyKey: 'Idempotency-Key' } },
        offers: [{ route: 'GET /tides/*', price: 0.01, access: 'price', firstCallFree: false, answer: { types: ['application/json'] } }],
      },
    })
  })

  test('may be JSON too', () => {
    const json = JSON.stringify(
      { upstreams: { a: { url: 'https://api.example.com' } }, offers: [{ route: 'GET /x', price: '0.5' }] },
      null,
      '\t',
    )
    expect(faultsOf(json)).toEqual([])
  })

  test.each<readonly [string, string, string]>([
    [
      'an unknown member',
      small.replace('GET /tides/*\n', 'GET /tides/*\n    purpsoe: x\n'),
      'offers.yaml:9:5: offers[0].purpsoe: there is no member called "purpsoe": did you mean purpose?',
    ],
    [
      'a price with seven places',
      small.replace('0.01', '0.0000001'),
      'offers.yaml:9:12: offers[0].price: expected dollars above zero with at most six decimal places, such as 0.01',
    ],
    [
      'a number that would be rounded',
      small.replace('0.01', '0.010000000000000000001'),
      'offers.yaml:9:12: the number 0.010000000000000000001 cannot be kept exactly: write it in quotes',
    ],
    ['no price', small.replace('    price: 0.01\n', ''), 'offers.yaml:8:5: offers[0].price: expected a price, since it is not free'],
    [
      'a route without a method',
      small.replace('GET /tides', '/tides'),
      'offers.yaml:8:12: offers[0].route: expected a method and a path, such as GET /tides/*',
    ],
    [
      'a star in the middle',
      small.replace('/tides/*', '/*/tides'),
      'offers.yaml:8:12: offers[0].route: expected a path with * only at its end; use {name} for one segment in the middle',
    ],
    [
      'a path of the service itself',
      small.replace('/tides/*', '/openapi.json'),
      'offers.yaml:8:12: offers[0].route: the service itself answers at this path: choose another one, and name that of the API in path',
    ],
    [
      'a private address that is not named as one',
      small.replace('    private: true\n', ''),
      'offers.yaml:5:10: upstreams.tides.url: 127.0.0.1 is not an address of the public internet: say private: true beside it if that is meant',
    ],
    [
      'an address with a key in it',
      small.replace('4750', '4750/?key=1'),
      'offers.yaml:5:10: upstreams.tides.url: expected an address such as https://api.example.com/v2, without a query, a fragment and a user name',
    ],
    [
      'an upstream that is not there',
      `${small}    upstream: waves\n`,
      'offers.yaml:10:15: offers[0].upstream: there is no upstream called "waves": tides',
    ],
    [
      'a header that others would see',
      `${small}    answer: { headers: [Set-Cookie] }\n`,
      'offers.yaml:10:25: offers[0].answer.headers[0]: expected a header that can be kept: not Set-Cookie, since the service sets it itself, or it is not for other callers',
    ],
    [
      'a payment that would be passed on',
      `${small}    passHeaders: [PAYMENT-SIGNATURE]\n`,
      'offers.yaml:10:19: offers[0].passHeaders[0]: expected a header that can be passed on: not PAYMENT-SIGNATURE, since it is about the payment here',
    ],
    [
      'broken YAML',
      `${small}  - route: [\n`,
      'offers.yaml:11:1: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['a name that is used twice', `${small}    price: 0.02\n`, 'offers.yaml:10:5: Map keys must be unique'],
    [
      'a schema that cannot be checked',
      `${small}    answer: { schema: { type: thing } }\n`,
      'offers.yaml:10:23: offers[0].answer.schema: it is no JSON Schema that can be checked: schema is invalid',
    ],
  ])('with %s says where', (_, text, fault) => {
    expect(faultsOf(text)[0]).toContain(fault)
  })

  const priced = (route: string, pricing: string, more = '') =>
    small.replace('GET /tides/*\n    price: 0.01', `${route}\n    pricing: ${pricing}${more}`)
  test.each<readonly [string, string, string]>([
    ['neither', small.replace('    price: 0.01', '    purpose: x'), 'offers[0].price: expected a price, since it is not free'],
    [
      'two rules',
      priced('GET /a', '{ items: { of: /query/a, each: 1 }, table: { of: /query/a, prices: { a: 1 } }, most: 2 }'),
      'offers.yaml:9:14: offers[0].pricing: expected one of items, characters, table and tokens',
    ],
    [
      'a rule beside a price',
      `${priced('GET /a', '{ table: { of: /query/a, prices: { a: 1 } } }')}    price: 1\n`,
      'offers.yaml:10:12: offers[0].price: expected no price beside pricing, which computes it',
    ],
    [
      'a rule of a quota',
      `${priced('GET /a', '{ table: { of: /query/a, prices: { a: 1 } } }')}    access: quota\n`,
      'offers.yaml:9:14: offers[0].pricing: expected the access price',
    ],
    [
      'a rule without an end',
      priced('GET /a', '{ items: { of: /query/a, each: 1 } }'),
      'offers[0].pricing.most: expected the most that a call may cost',
    ],
    [
      'bounds the wrong way round',
      priced('GET /a', '{ items: { of: /query/a, each: 1 }, least: 3, most: 2 }'),
      'offers.yaml:9:57: offers[0].pricing.least: expected no more than most',
    ],
    [
      'a misspelt member',
      priced('GET /a', '{ items: { of: /query/a, each: 1, pre: 2 }, most: 2 }'),
      'offers.yaml:9:48: offers[0].pricing.items.pre: there is no member called "pre"',
    ],
    [
      'a price in words',
      priced('GET /a', '{ items: { of: /query/a, each: cheap }, most: 2 }'),
      'offers.yaml:9:45: offers[0].pricing.items.each: expected dollars above zero',
    ],
    [
      'a part that no call has',
      priced('GET /a', '{ items: { of: /header/a, each: 1 }, most: 2 }'),
      'offers.yaml:9:29: offers[0].pricing.items.of: expected a JSON Pointer into the call',
    ],
    [
      'a body of a GET',
      priced('GET /a', '{ items: { of: /body/a, each: 1 }, most: 2 }'),
      'offers.yaml:9:29: offers[0].pricing.items.of: calls by GET have no body',
    ],
    [
      'a parameter that the route lacks',
      priced('GET /a/{size}', '{ table: { of: /path/siez, prices: { a: 1 } } }'),
      'offers.yaml:9:29: offers[0].pricing.table.of: the route has no parameter {siez}',
    ],
    [
      'an example without a price',
      priced('GET /a/{size}', '{ table: { of: /path/size, prices: { a: 1 } } }', '\n    example: { path: { size: b } }'),
      "offers.yaml:10:14: offers[0].example: the price of the example can't be computed",
    ],
    [
      'an example that is too dear',
      priced('POST /a', '{ items: { of: /body, each: 1 }, most: 2 }', '\n    example: { body: [1, 2, 3] }'),
      'offers.yaml:9:53: offers[0].pricing.most: the example would cost $3, and most is $2',
    ],
    [
      'tokens of a GET',
      priced('GET /a', '{ tokens: { models: { a: { input: 1, output: 1 } } }, most: 2 }'),
      'offers[0].pricing.tokens: calls by GET have no body',
    ],
    [
      'a stream that is a quota',
      `${small}    access: quota\n    answer: { streams: true }\n`,
      'offers.yaml:11:24: offers[0].answer.streams: expected the access price or free',
    ],
  ])('that computes prices with %s says where', (_, text, fault) => {
    expect(faultsOf(text)[0]).toContain(fault)
  })

  test('that computes prices is right with an example that has one', () => {
    expect(
      faultsOf(priced('GET /a/{size}', '{ table: { of: /path/size, prices: { a: 1 } } }', '\n    example: { path: { size: a } }')),
    ).toEqual([])
    expect(
      faultsOf(
        priced('POST /chat', '{ tokens: { models: { a: { input: 0, output: 0.6 } } }, most: 2 }', '\n    example: { body: { model: a } }'),
      ),
    ).toEqual([])
  })

  const mcp = `mcpServers:
  notes:
    command: [node, notes.js]
    otherTools: free
`
  test.each<readonly [string, string, string]>([
    [
      'neither address nor program',
      mcp.replace('    command: [node, notes.js]\n', ''),
      'offers.yaml:3:5: mcpServers.notes: expected one of url and command',
    ],
    [
      'a private address',
      mcp.replace('command: [node, notes.js]', 'url: http://127.0.0.1:1/mcp'),
      'offers.yaml:3:10: mcpServers.notes.url: 127.0.0.1 is not an address of the public internet',
    ],
    [
      'nothing that is sold',
      mcp.replace('    otherTools: free\n', ''),
      'mcpServers.notes.tools: expected at least one tool with its price, or otherTools',
    ],
    [
      'a tool without a price',
      mcp.replace('otherTools: free', 'tools: { echo: {} }'),
      'mcpServers.notes.tools.echo.price: expected a price, or access: free',
    ],
    [
      'a secret that is not given',
      mcp.replace('otherTools', "env: { KEY: '${UPSTREAM_SECRET_A}' }\n    otherTools"),
      'offers.yaml:4:17: mcpServers.notes.env.KEY: UPSTREAM_SECRET_A is not set',
    ],
    ['a name of the service itself', mcp.replace('notes:', 'mcp:'), 'mcpServers.mcp: the service itself answers below this name'],
    [
      'paths of an offer',
      `${small.replace('GET /tides/*', 'POST /notes/{what}')}${mcp}`,
      'offers.yaml:8:12: offers[0].route: the tools of the MCP server notes have the same paths',
    ],
    ['nothing else in the file', 'service: {}\n', 'expected at least one offer, or an MCP server'],
  ])('that sells an MCP server with %s says where', (_, text, fault) => {
    expect(faultsOf(text)[0]).toContain(fault)
  })

  test('may sell nothing but an MCP server', () => {
    expect(faultsOf(mcp)).toEqual([])
  })

  test('makes examples up from schemas, and asks for one where it cannot', () => {
    const body = (schema: string) => `${small.replace('GET /tides/*', 'POST /tides')}    body: { schema: ${schema} }\n`
    expect(faultsOf(body('{ type: object, required: [a], properties: { a: { type: integer, minimum: 3 } } }'))).toEqual([])
    expect(faultsOf(body('{ type: object, required: [a], properties: { a: { type: string, pattern: "^x$" } } }'))).toEqual([
      'offers.yaml:10:21: offers[0].body.schema: no example of it can be made up: give one in example.body',
    ])
  })

  test('reads the text of an example as what its schema says', () => {
    const number = (least: number) => `{ type: integer, minimum: ${least} }`
    const row = (least: number) => `${small.replace('GET /tides/*', 'GET /tides/{day}')}    parameters: { day: ${number(least)} }
    query: { schema: { type: object, properties: { hours: ${number(least)} } } }
    example: { path: { day: '7' }, query: { hours: '7' } }\n`
    expect(faultsOf(row(7))).toEqual([])
    expect(faultsOf(row(8))).toEqual([
      'offers.yaml:12:22: offers[0].example.path: it does not fit its schema at day',
      'offers.yaml:12:43: offers[0].example.query: it does not fit its schema at hours',
    ])
  })

  test('with two routes for the same paths names both', () => {
    expect(faultsOf(`${small}  - route: GET /tides/*\n    id: other\n    price: 1\n`)).toEqual([
      'offers.yaml:10:12: offers[1].route: it fits the same paths as offers[0], GET /tides/*',
    ])
    expect(faultsOf(`${small}  - route: GET /tides/brest\n    price: 1\n`)).toEqual([])
  })

  test('takes secrets from variables of one family only, and says which is missing', () => {
    const withHeader = (value: string) => small.replace('    private', `    headers: { Authorization: '${value}' }\n    private`)
    expect(faultsOf(withHeader('Bearer ${UPSTREAM_SECRET_TIDES}'))).toEqual([
      'offers.yaml:6:31: upstreams.tides.headers.Authorization: UPSTREAM_SECRET_TIDES is not set: give it in the environment, or its file in UPSTREAM_SECRET_TIDES_FILE',
    ])
    expect(faultsOf(withHeader('Bearer ${UPSTREAM_SECRET_TIDES}'), ['UPSTREAM_SECRET_TIDES'])).toEqual([])
    expect(faultsOf(withHeader('Bearer ${SIGNER_KEY}'))[0]).toContain('text in which ${UPSTREAM_SECRET_NAME} is the only kind of variable')
  })

  test('with a bomb of aliases, of size or of depth is refused at once', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map(
        (name, index) =>
          `${name}: &${name} [${Array(9)
            .fill(`*${'abcdefghi'[index] ?? ''}`)
            .join(',')}]`,
      ),
    ].join('\n')
    expect(faultsOf(bomb)).toEqual(['offers.yaml: it repeats parts of itself by * too often: write them out'])
    expect(faultsOf('#'.repeat(4_000_001))[0]).toContain('more than 4000000 bytes')
    expect(faultsOf(`a: ${'['.repeat(5_000)}`).length).toBeGreaterThan(0)
  })

  test('an example that does not fit its schema is named', () => {
    const row = `${small}    answer: { schema: { type: object, required: [height] } }\n    example: { path: { path: brest }, answer: { hight: 1 } }\n`
    expect(faultsOf(row)).toEqual(['offers.yaml:11:47: offers[0].example.answer: it does not fit its schema at height'])
  })
})
