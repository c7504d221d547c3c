// What people call the browser of a User-Agent.

/** The product in a User-Agent (RFC 9110, section 10.1.5) that people know by name; null for any other, whose text is a stranger's. */
export function browserName(userAgent: string | null): string | null {
  const names = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//, /curl\//];
  const titles = ["Edge", "Opera", "Firefox", "Chrome", "Safari", "curl"];
  const at = names.findIndex((name) => name.test(userAgent ?? ""));
  return titles[at] ?? null;
}
