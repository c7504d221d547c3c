// The title of a tool for people, made of its name: "Send message (Google Gmail)".
import type { RegisteredEndpoint } from "../../../providers/registry/registry.ts";

const CAPITALS = new Set(["dm", "id", "url"]);

export function titleOf({ key, service, provider }: Pick<RegisteredEndpoint, "key" | "service" | "provider">): string {
  const isOfService = key.startsWith(`${service}_`);
  const words = (isOfService ? key.slice(service.length + 1) : key).split("_");
  const text = words.map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word)).join(" ");
  const product = isOfService ? `${provider.name} ${capitalized(service.replaceAll("_", " "))}` : provider.name;
  return `${capitalized(text)} (${product})`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
