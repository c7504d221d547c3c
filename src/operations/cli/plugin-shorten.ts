// `gateway plugin check --shorten`: writes fixtures in their shortest readable form, equal in what they say.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  expandedText,
  type FixtureFile,
  FOLDERS,
  objectIn,
  readFixtures,
  readShared,
  SHARED_FOLDER,
} from "../../plugin-kit/check/fixture-files.ts";
import { fixtureText, unsafeNumber } from "../../plugin-kit/check/fixture-text.ts";
import type { Json, Shared } from "../../plugin-kit/check/like.ts";
import { namesIn } from "../../plugin-kit/check/shared-things.ts";
import { type Fixtures, shortened, thingsToShare } from "../../plugin-kit/check/shorten.ts";

const WITHIN = ["fixtures", ...FOLDERS.filter((name) => name !== "shared").map((name) => `fixtures/${name}`)];

/** A folder of fixtures: as its files have them, and whole. */
interface Folder {
  within: string;
  files: ReadonlyMap<string, FixtureFile>;
  whole: Fixtures;
}

/** The files that were written or removed. A fixture that would say something else stays as it is. */
export function shortenFixtures(folder: string): string[] {
  const folders = WITHIN.map((within) => readFolder(folder, within));
  const before = readShared(folder);
  const found = thingsToShare(
    folders.map(({ whole }) => whole),
    before,
  );
  const shared = usedTwice(folders, found);
  const texts = new Map([...shared].map(([name, thing]) => [`${SHARED_FOLDER}/${name}.json`, fixtureText(thing)]));
  for (const one of folders) for (const [where, text] of safeTexts(one, shared)) texts.set(where, text);
  if (shared.size > 0) mkdirSync(join(folder, SHARED_FOLDER), { recursive: true });
  for (const [where, text] of texts) writeFileSync(join(folder, where), text);
  const gone = [...before.keys()].filter((name) => !shared.has(name)).map((name) => `${SHARED_FOLDER}/${name}.json`);
  for (const where of gone) rmSync(join(folder, where));
  return [...texts.keys(), ...gone];
}

function readFolder(folder: string, within: string): Folder {
  const files = new Map(
    readFixtures(folder, within).map((file) => [file.where.slice(within.length + 1, -".json".length), file]),
  );
  const readable = [...files].flatMap(([name, { text, ownText }]): [string, Json][] => {
    const fixture = objectIn(text);
    return fixture === null || unsafeNumber(ownText) !== null ? [] : [[name, fixture]];
  });
  return { within, files, whole: new Map(readable) };
}

/** The plain case of an endpoint or of a source's function, which others are like. */
const PLAIN: Record<string, RegExp> = { fixtures: /^[^.]*$/, "fixtures/sources": /^[^.]*\.[^.]*$/ };

function short({ within, files, whole }: Folder, shared: Shared): Fixtures {
  const likes = [...files].flatMap(([name, { like }]): [string, string][] => (like === null ? [] : [[name, like]]));
  return shortened(whole, shared, new Map(likes), (name) => PLAIN[within]?.test(name) === true);
}

/** Things that the shortened fixtures name twice or more. */
function usedTwice(folders: readonly Folder[], shared: Shared): Shared {
  const uses = new Map<string, number>();
  for (const folder of folders)
    for (const fixture of short(folder, shared).values())
      for (const name of namesIn(fixture)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const used = [...shared].filter(([name]) => (uses.get(name) ?? 0) > 1);
  return used.length === shared.size ? shared : usedTwice(folders, new Map(used));
}

/** The new text of each fixture that says what it said before; a signature covers an inbound webhook's order, too. */
function safeTexts(folder: Folder, shared: Shared): [where: string, text: string][] {
  const fixtures = [...short(folder, shared)];
  const texts = new Map(fixtures.map(([name, fixture]) => [`${name}.json`, fixtureText(fixture)]));
  return [...texts].flatMap(([file, text]): [string, string][] => {
    const before = folder.whole.get(file.slice(0, -".json".length));
    const after = objectIn(expandedText(text, texts, shared));
    const isEqual =
      isDeepStrictEqual(after, before) && JSON.stringify(after?.inbound) === JSON.stringify(before?.inbound);
    return isEqual ? [[`${folder.within}/${file}`, text]] : [];
  });
}
