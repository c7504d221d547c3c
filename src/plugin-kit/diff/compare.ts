// What a new version of a plugin changes for those who use the old one: breaking first.
import type { Field, Fields, Surface, ToolSurface } from "./surface.ts";
import { isWider } from "./wider.ts";

export type PartKind =
  | "plugin"
  | "sign_in"
  | "service"
  | "permission"
  | "scope"
  | "tool"
  | "input"
  | "result"
  | "cursor"
  | "event"
  | "source";
export interface Change {
  isBreaking: boolean;
  kind: PartKind;
  /** The part by its name in the old version, or in the new one where it is new: `list_cards`, `list_cards.items[].title`. */
  name: string;
  /** A sentence that follows the name. */
  message: string;
}

type Note = (isBreaking: boolean, kind: PartKind, name: string, message: string) => void;
interface Named {
  before: readonly string[];
}

export function compare(old: Surface, now: Surface): Change[] {
  const changes: Change[] = [];
  const note: Note = (isBreaking, kind, name, message) => void changes.push({ isBreaking, kind, name, message });
  if (old.id !== now.id)
    note(true, "plugin", old.id, `has the id ${now.id} now: integrations, keys and routes name the old one.`);
  for (const kind of old.signIns)
    if (!now.signIns.includes(kind)) note(true, "sign_in", kind, "is gone: integrations that were connected so end.");
  for (const kind of now.signIns) if (!old.signIns.includes(kind)) note(false, "sign_in", kind, "is new.");
  pairs(note, "service", old.services, now.services);
  comparePermissions(note, old, now);
  for (const [name, [before, after]] of pairs(note, "tool", old.tools, now.tools))
    compareTools(note, name, before, after, now);
  for (const [name, [before, after]] of pairs(note, "event", old.events, now.events))
    compareFields(note, "event", name, before.fields, after.fields);
  for (const [name, [before, after]] of pairs(note, "source", old.sources, now.sources))
    if (before.isChosen !== after.isChosen)
      note(true, "source", name, "is another kind of source: what was chosen ends.");
  return changes.toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
}

/** Notes what is gone, renamed or new; the others are pairs, by their old name. */
function pairs<P extends Named>(
  note: Note,
  kind: PartKind,
  old: ReadonlyMap<string, P>,
  now: ReadonlyMap<string, P>,
  prefix = "",
): Map<string, [P, P]> {
  const found = new Map<string, [P, P]>();
  const todays = new Map([...now].flatMap(([name, { before }]) => before.map((one) => [one, name] as const)));
  for (const [name, part] of old) {
    const today = now.has(name) ? name : todays.get(name);
    if (today === undefined)
      note(
        true,
        kind,
        prefix + name,
        `is gone. If it has another name now, that one lacks \`previousNames: ["${name}"]\`.`,
      );
    else found.set(name, [part, now.get(today) as P]);
    if (today !== undefined && today !== name)
      note(false, kind, prefix + name, `is called ${today} now; the former name works on.`);
  }
  for (const [name, { before }] of now) {
    if (!old.has(name) && !before.some((one) => old.has(one))) note(false, kind, prefix + name, "is new.");
    for (const [today, part] of old.has(name) ? [[name, old.get(name) as P] as const] : [])
      for (const former of part.before.filter((one) => !before.includes(one) && !now.has(one)))
        note(true, kind, prefix + today, `no longer has the former name ${former}.`);
  }
  return found;
}

function comparePermissions(note: Note, old: Surface, now: Surface): void {
  for (const [name, [before, after]] of pairs(note, "permission", old.permissions, now.permissions)) {
    for (const scope of after.scopes.filter((one) => !before.scopes.includes(one)))
      note(true, "scope", name, `needs the scope ${scope}, too: integrations without it must be connected again.`);
    for (const scope of before.scopes.filter((one) => !after.scopes.includes(one)))
      note(false, "scope", name, `no longer needs the scope ${scope}.`);
  }
}

function compareTools(note: Note, name: string, old: ToolSurface, now: ToolSurface, { permissions }: Surface): void {
  const isNeeded = (permission: string) =>
    old.needs.some((one) => one === permission || permissions.get(permission)?.before.includes(one));
  if (old.route !== now.route) note(true, "tool", name, `has the route ${now.route} now; it was ${old.route}.`);
  for (const permission of now.needs.filter((one) => !isNeeded(one)))
    note(true, "tool", name, `needs the permission ${permission}, which it did not.`);
  if (old.effect !== now.effect)
    note(
      old.effect === "reads" || now.effect === "destroys",
      "tool",
      name,
      `${now.effect} now; it said ${old.effect}.`,
    );
  if (old.returns !== now.returns)
    note(true, "result", name, `returns ${now.returns} now; it returned ${old.returns}.`);
  if (old.paging !== null && now.paging !== null && old.paging !== now.paging)
    note(true, "cursor", name, "continues its list in another way: cursors that callers hold do not work any longer.");
  for (const [input, [before, after]] of pairs(note, "input", old.inputs, now.inputs, `${name}.`)) {
    if (after.isRequired && !before.isRequired) note(true, "input", `${name}.${input}`, "is required now.");
    compareInputForm(note, `${name}.${input}`, before, after);
  }
  for (const [input, after] of now.inputs)
    if (after.isRequired && !old.inputs.has(input) && !after.before.some((one) => old.inputs.has(one)))
      note(true, "input", `${name}.${input}`, "is new and required.");
  compareFields(note, "result", name, old.fields, now.fields);
}

function compareInputForm(note: Note, name: string, before: Field, after: Field): void {
  if (before.form === after.form) return;
  const isFine = isWider(JSON.parse(before.form), JSON.parse(after.form));
  note(
    !isFine,
    "input",
    name,
    isFine ? "takes more than it did." : `takes ${brief(after.form)} now; it took ${brief(before.form)}.`,
  );
}

/** What callers read: nothing may go, and nothing may be what it was not. */
function compareFields(note: Note, kind: PartKind, name: string, old: Fields, now: Fields): void {
  for (const [path, before] of old) {
    const after = now.get(path);
    const at = `${name}.${path}`;
    if (!after) note(true, kind, at, "is gone. If it has another name now, that one lacks `previousNames`.");
    else {
      if (before.isRequired && !after.isRequired) note(true, kind, at, "may be missing now.");
      if (before.form !== after.form) {
        const isFine = isWider(JSON.parse(after.form), JSON.parse(before.form));
        note(
          !isFine,
          kind,
          at,
          isFine ? "is narrower than it was." : `is ${brief(after.form)} now; it was ${brief(before.form)}.`,
        );
      }
      if (after.isDeprecated && !before.isDeprecated) note(false, kind, at, "is deprecated.");
    }
  }
  for (const path of now.keys()) if (!old.has(path)) note(false, kind, `${name}.${path}`, "is new.");
}

const MAX_FORM = 90;
const brief = (form: string) => (form.length <= MAX_FORM ? form : `${form.slice(0, MAX_FORM)}…`);
