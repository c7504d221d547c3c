// The kit's rule for effects: an endpoint whose words say that somebody gets something says whether that is so.
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Violation } from "./violation.ts";

const REACHING = ["send", "post", "share", "invite", "reply", "comment", "publish"];
const WORD = new RegExp(`\\b(${REACHING.join("|")})(?:s|es|ed|d|ing)?\\b`, "i");

/** The word of an endpoint's key or description that says that somebody gets something; null where there is none. */
export function reachingWord(key: string, description: string): string | null {
  return WORD.exec(`${key.replaceAll("_", " ")} ${description}`)?.[1]?.toLowerCase() ?? null;
}

export function effectViolations({ key, effects, def }: RegisteredEndpoint): Violation[] {
  if (effects.effect === "reads" || def.reaches !== undefined) return [];
  const word = reachingWord(key, def.description);
  if (word === null) return [];
  const message = `says "${word}": declare with \`reaches: true\`, \`false\` or \`{ when: [fields] }\` whether people other than the owner are affected.`;
  return [{ where: `endpoints.${key}.reaches`, message }];
}
