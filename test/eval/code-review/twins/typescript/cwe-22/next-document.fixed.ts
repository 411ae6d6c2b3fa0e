import fs from 'node:fs'
import path from 'node:path'
import { NextResponse } from 'next/server'

const known = new Map([['terms', 'terms.md'], ['privacy', 'privacy.md']])

export async function GET(request: Request) {
  const { searchParams } = new URL(request.url)
  const name = searchParams.get('doc') ?? 'terms'
  const file = known.get(name)
  if (!file) return NextResponse.json({ error: 'unknown' }, { status: 404 })
  const text = fs.readFileSync(path.join(process.cwd(), 'docs', file), 'utf8')
  return NextResponse.json({ text })
}
