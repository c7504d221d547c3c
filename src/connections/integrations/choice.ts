// Which of an owner's connections with a provider is meant: the one that is named, the only one, or the one that its owner has chosen.
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Connection, IntegrationRow } from "./model.ts";

/** The first connection of an owner with a provider, unless it is named. */
export const FIRST_NAME = "default";
/** What a choice reads of a connection; a grant that waits for its confirmation has no status of its own. */
export type Choosable = Pick<IntegrationRow, "name" | "provider" | "identity"> &
  Partial<Pick<Connection, "isDefault" | "status" | "share">>;

/** Connections of one owner with one provider: calls keep all of an owner's in memory. */
export const MAX_CONNECTIONS = 1_000;
/** The most connections that an error lists. */
const MAX_LISTED = 20;

/**
 * The connection among all that an owner has with one provider; null where there is none, or none of that name. Throws
 * `CONNECTION_AMBIGUOUS` where several are there, none is named and the owner has chosen none: a guess could use another person's.
 * A borrowed one is used only by its name, so that no loan, and no end of one's own connection, changes who a call acts for.
 */
export function chosenConnection<Row extends Choosable>(rows: readonly Row[], name: string | null): Row | null {
  if (name !== null) return rows.find((row) => row.name === name) ?? null;
  const own = ownAmong(rows);
  const [first = null] = own;
  if (own.length === 1 || rows.length === 0) return first;
  const chosen = own.find(({ isDefault }) => isDefault);
  if (chosen) return chosen;
  throw ambiguous(rows);
}

/** Without those that others lend. */
export const ownAmong = <Row extends Pick<Choosable, "share">>(rows: readonly Row[]): readonly Row[] =>
  rows.some(({ share }) => share) ? rows.filter(({ share }) => !share) : rows;

/** The same to delete or rename one: of several it must be named, whatever the owner has chosen for calls. */
export function connectionToChange<Row extends Choosable>(rows: readonly Row[], name: string | null): Row | null {
  if (name === null && new Set(rows.map((row) => row.name)).size > 1) throw ambiguous(rows);
  return rows.find((row) => name === null || row.name === name) ?? null;
}

/**
 * The connection that a new grant of this identity renews: the one that is named; else the identity's own; else the one that a
 * call without a name uses, which is another identity's. Null where there is none, or where only a guess could find it.
 */
export function connectionToRenew<Row extends Choosable>(
  rows: readonly Row[],
  name: string | null,
  identity: Pick<Identity, "id">,
): Row | null {
  if (name !== null) return rows.find((row) => row.name === name) ?? null;
  const own = rows.filter((row) => row.identity.id === identity.id);
  const among = own.length > 0 ? own : rows;
  const isCertain = own.length > 0 || rows.length === 1;
  return among.find(({ isDefault }) => isDefault) ?? (isCertain ? (among[0] ?? null) : null);
}

/** A name for a further connection, made of its identity's: `ada@acme.example` becomes `ada-acme.example`. */
export function suggestedName(rows: readonly Pick<IntegrationRow, "name">[], { name, workspace }: Identity): string {
  const taken = new Set(rows.map((row) => row.name));
  const wanted = [name, `${name}-${workspace?.name ?? ""}`].map(nameFrom).find((one) => one !== "" && !taken.has(one));
  if (wanted !== undefined) return wanted;
  const base = nameFrom(name) || "account";
  const counts = Array.from({ length: rows.length + 1 }, (_, index) => index + 2);
  return `${base}-${counts.find((count) => !taken.has(`${base}-${count}`))}`;
}

/** Room is left for a number after it. */
const nameFrom = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "")
    .split(/[^a-z0-9_.]/)
    .filter(Boolean)
    .join("-")
    .slice(0, 50);

/** Whether the owner's choice has decided: the response then says which it was. */
export const isByChoice = (rows: readonly Choosable[], name: string | null): boolean =>
  name === null && ownAmong(rows).length > 1;

/** Throws 409 where a further connection with the provider would be one too many. */
export function assertRoom(rows: readonly Choosable[], old: Choosable | null, provider: string): void {
  if (old !== null || rows.length < MAX_CONNECTIONS) return;
  const text = `There are ${MAX_CONNECTIONS} connections with ${provider} already; disconnect one first`;
  throw new AppError("CONFLICT", text, { provider });
}

/** 400: several are there, and the request names none. */
export function ambiguous(rows: readonly Choosable[]): AppError {
  const provider = rows[0]?.provider ?? "";
  const listed = rows.slice(0, MAX_LISTED).map(({ name, identity, status = "pending", share }) => ({
    name,
    identity,
    status,
    ...(share && { lender: share.lender }),
  }));
  const names = listed.map(({ name, identity }) => `"${name}" (${identity.name})`).join(", ");
  const more = rows.length > listed.length ? `, and ${rows.length - listed.length} more` : "";
  const text =
    ownAmong(rows).length > 0
      ? `There are several connections with ${provider}: ${names}${more}. Name the one that is meant.`
      : `Others lend connections with ${provider}, which are used only by their names: ${names}${more}. Name the one that is meant.`;
  return new AppError("CONNECTION_AMBIGUOUS", text, { provider, connections: listed });
}
