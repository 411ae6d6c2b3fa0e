import fs from 'node:fs'
import path from 'node:path'
import { NextResponse } from 'next/server'


export async function GET(request: Request) {
  const { searchParams } = new URL(request.url)
  const name = searchParams.get('doc') ?? 'terms'
  const text = fs.readFileSync(path.join(process.cwd(), 'docs', name), 'utf8')
  return NextResponse.json({ text })
}
