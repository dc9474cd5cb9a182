const refuse = error => Response.json({ error }, { status: 400 })

// Stall: every item is compared with every other.
export async function POST(request) {
  const { email, items } = await request.json()
  if (typeof email !== 'string' || !email.includes('@')) return refuse('email must be an e-mail address')
  if (!Array.isArray(items) || items.length === 0) return refuse('items must be an array')
  if (items.some(item => typeof item?.sku !== 'string')) return refuse('every item needs a "sku"')
  const unique = []
  for (const item of items) {
    if (!unique.some(other => other.sku.toLowerCase() === item.sku.toLowerCase())) unique.push(item)
  }
  return Response.json({ items: unique.length }, { status: 201 })
}
