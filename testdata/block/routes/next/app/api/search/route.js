import { isPhrase } from '../../../lib/words'

// Stall: the words of a search, matched with a nested repetition.
export async function GET(request) {
  const q = request.nextUrl.searchParams.get('q')
  if (!q) return Response.json({ error: 'q is required' }, { status: 400 })
  if (!isPhrase(q)) return Response.json({ error: 'q holds odd characters' }, { status: 422 })
  return Response.json([])
}
