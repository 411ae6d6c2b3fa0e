import { NextResponse, type NextRequest } from 'next/server'

export async function GET(request: NextRequest) {
  const back = request.nextUrl.searchParams.get('back') ?? '/'
  return NextResponse.redirect(back)
}
