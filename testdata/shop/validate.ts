const word = "[a-zA-Z0-9]";

/** Checks the fields of an order. */
export function problems(order: { name: string; email: string; note?: string }): string[] {
  const found: string[] = [];
  if (!/^([a-z]+\s?)+$/i.test(order.name)) found.push("name");
  if (!new RegExp("^" + word + "+([._-]" + word + "+)*@" + word + "+\\.[a-z]{2,}$").test(order.email)) found.push("email");
  if (order.note?.match(/<!--.*?-->/s)) found.push("note");
  return found;
}

export const tidy = (text: string): string => text.replace(/\s+$/, "");

// snag-ignore[regex/polynomial]: the file is ours and has a few lines
export const headers = (file: string) => file.split(/\s+=/);
