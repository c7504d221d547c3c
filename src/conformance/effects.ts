// The kit's rule for effects: an endpoint whose words say that somebody gets something says whether that is so.
import type { RegisteredEndpoint } from "../registry/registry.ts";
import type { Violation } from "./violation.ts";

const REACHING = ["send", "post", "share", "invite", "reply", "comment", "publish"];
const WORD = new RegExp(`\\b(${REACHING.join("|")})(?:s|es|ed|d|ing)?\\b`, "i");

export function effectViolations({ key, effects, def }: RegisteredEndpoint): Violation[] {
  if (effects.effect === "reads" || def.reaches !== undefined) return [];
  const [, word] = WORD.exec(`${key.replaceAll("_", " ")} ${def.description}`) ?? [];
  if (word === undefined) return [];
  const message = `says "${word.toLowerCase()}": declare whether somebody besides the owner gets something by it, \`reaches: true\`, \`false\` or \`{ when: [fields] }\`.`;
  return [{ where: `endpoints.${key}.reaches`, message }];
}
