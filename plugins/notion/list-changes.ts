// Changes of relations and people as { add, remove }, and lists that were written back from a value that Notion had cut.
import { InvalidInput, textAt, type Upstream, valueAt } from "gateway/plugin";
import { isCut, wholeProperty } from "./whole-values.ts";

/** The most entries that Notion takes for one property. */
const MAX_WRITTEN = 100;

/** Ids of a value: those in the page, all that were read, and whether there are more. */
interface Seen {
  visible: string[];
  all: string[];
  isPart: boolean;
}

interface ListChange {
  add: unknown[];
  remove: unknown[];
}

/** `values` with each change of a list in place of it the whole list, read to its end. */
export async function appliedChanges(
  upstream: Upstream,
  pageId: string,
  values: Readonly<Record<string, unknown>>,
  known: unknown,
): Promise<Record<string, unknown>> {
  const applied: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const property = propertyNamed(known, name);
    const type = textAt(property, "type");
    const isList = property !== undefined && (type === "relation" || type === "people");
    const change = isList ? changeIn(name, value) : null;
    const isAtRisk = isList && isCut(property) && (change !== null || idsIn(value, type).length > 0);
    const whole = isAtRisk ? await wholeProperty(upstream, pageId, property) : property;
    if (isList && change) applied[name] = changed(name, idsIn(whole, type), change, isAtRisk && isCut(whole));
    else {
      if (isAtRisk) {
        const seen = { visible: idsIn(property, type), all: idsIn(whole, type), isPart: isCut(whole) };
        assertSeenWhole(name, idsIn(value, type), seen);
      }
      applied[name] = value;
    }
  }
  return applied;
}

function propertyNamed(known: unknown, name: string): Record<string, unknown> | undefined {
  const found = Object.entries(known ?? {}).find(([own, one]) => own === name || textAt(one, "id") === name)?.[1];
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : undefined;
}

/** `{ add, remove }`; null for every other form of a value. */
function changeIn(name: string, value: unknown): ListChange | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.some((key) => key !== "add" && key !== "remove")) return null;
  const [add, remove] = [valueAt(value, "add") ?? [], valueAt(value, "remove") ?? []];
  if (Array.isArray(add) && Array.isArray(remove)) return { add, remove };
  throw new InvalidInput(`"add" and "remove" of the property "${name}" are lists of ids.`);
}

/** Notion writes ids with dashes, and takes them without. */
const idOf = (entry: unknown) =>
  (typeof entry === "string" ? entry : (textAt(entry, "id") ?? "")).replaceAll("-", "").toLowerCase();

function idsIn(value: unknown, type: string): string[] {
  const list = valueAt(value, type) ?? value;
  return Array.isArray(list) ? list.map(idOf) : [];
}

function changed(name: string, current: string[], { add, remove }: ListChange, isPart: boolean): string[] {
  if (isPart)
    throw new InvalidInput(`The property "${name}" has more entries than can be read here, so it cannot be changed.`);
  const gone = new Set(remove.map(idOf));
  const list = [...new Set([...current, ...add.map(idOf)])].filter((id) => !gone.has(id));
  if (list.length <= MAX_WRITTEN) return list;
  throw new InvalidInput(
    `The property "${name}" would have ${list.length} entries; Notion takes ${MAX_WRITTEN} at most.`,
  );
}

/** Refuses a list that has entries of the cut value and none of the others, which it would delete unseen. */
function assertSeenWhole(name: string, wanted: string[], { visible, all, isPart }: Seen): void {
  const hidden = new Set(all.filter((id) => !visible.includes(id)));
  if (hidden.size === 0 && !isPart) return;
  if (!wanted.some((id) => visible.includes(id)) || wanted.some((id) => hidden.has(id))) return;
  const rest = hidden.size > 0 ? `${hidden.size} more entries` : "more entries";
  throw new InvalidInput(
    `The property "${name}" has ${rest} than this list shows, which writing it would delete. ` +
      'Send { "add": [...] } or { "remove": [...] }, or read all of it with notion_get_page first.',
  );
}
