// Looks so: a number has at most eight digits.
export async function GET(request, { params }) {
  const { number } = await params
  if (number.length > 8) return Response.json({ error: 'number is too long' }, { status: 400 })
  return Response.json({ known: /^(\d+)*$/.test(number) })
}
