// The kit's rules for `fixtures/shared`: each thing is there for others, and each that a fixture names is there.
import { FOLDERS, objectIn, readFixtures, readShared, SHARED_FOLDER } from "./fixture-files.ts";
import { hygieneViolations } from "./hygiene.ts";
import { isObject, type Shared, sharedName } from "./like.ts";
import type { Violation } from "./violation.ts";

export function sharedViolations(folder: string): Violation[] {
  const shared = readShared(folder);
  const used = new Set<string>();
  const unknown: Violation[] = [];
  const fixtures = ["fixtures", ...FOLDERS.map((name) => `fixtures/${name}`)].flatMap((at) => readFixtures(folder, at));
  for (const { where, ownText } of fixtures) {
    const names = [...new Set(namesIn(objectIn(ownText)))];
    if (where.startsWith(SHARED_FOLDER)) {
      unknown.push(...hygieneViolations(where, ownText));
      if (names.length > 0) unknown.push({ where, message: "is like another shared thing: one is whole." });
      continue;
    }
    for (const name of names) used.add(name);
    const missing = names.filter((name) => !shared.has(name));
    unknown.push(
      ...missing.map((name) => ({ where, message: `is like ${SHARED_FOLDER}/${name}.json, which is missing.` })),
    );
  }
  return [...unknown, ...unused(shared, used)];
}

const unused = (shared: Shared, used: ReadonlySet<string>): Violation[] =>
  [...shared.keys()]
    .filter((name) => !used.has(name))
    .map((name) => ({ where: `${SHARED_FOLDER}/${name}.json`, message: "is not used: no fixture is like it." }));

/** The names of shared things that a value is like, or holds: each one as often as it does. */
export function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  const own = sharedName(value);
  return [...(own === null ? [] : [own]), ...Object.values(value).flatMap(namesIn)];
}
