import { NextResponse, type NextRequest } from 'next/server'

export async function GET(request: NextRequest) {
  const back = request.nextUrl.searchParams.get('back') ?? '/'
  if (!back.startsWith('/') || back.startsWith('//')) return NextResponse.redirect(new URL('/', 'https://acme.io'))
  return NextResponse.redirect(`https://acme.io/${back.slice(1)}`)
}
