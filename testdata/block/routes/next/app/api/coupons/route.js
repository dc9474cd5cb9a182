// Looks so: no code is longer than twelve characters.
export async function POST(request) {
  const { code } = await request.json()
  if (typeof code !== 'string' || code.length > 12) return Response.json({ error: 'code must be a short string' }, { status: 400 })
  return Response.json({ known: /^([A-Z0-9]+-?)+$/.test(code) })
}
