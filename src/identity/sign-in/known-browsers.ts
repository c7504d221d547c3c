// Browsers that have signed a person in ("device cookies" of OWASP): strangers' failures do not count against them.
import { randomBytes } from "node:crypto";
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Deps } from "../../server/deps.ts";
import { OF_PEOPLE } from "../people/tables.ts";

const TOKEN_BYTES = 32;
/** How long a browser is known after its last sign-in. */
export const KNOWN_BROWSER_MS = 180 * 86_400_000;
/** Tries between two sign-ins that succeed: a thief of the cookie has no more. */
export const MAX_KNOWN_TRIES = 10;
/** The longest unused of more browsers of one person are forgotten. */
const MAX_BROWSERS = 20;

type BrowserDeps = Pick<Deps, "vault" | "clock"> & { database: Pick<Database, "query"> };

const macText = (token: string) => `known-browser/${token}`;
const macsOf = ({ vault }: Pick<BrowserDeps, "vault">, token: string) => JSON.stringify(vault.macs(macText(token)));

/** Counts a try of a browser that has signed the person in; false for an unknown one, and for one that has used up its tries. */
export async function enterKnownBrowser(deps: BrowserDeps, personId: string, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const rows = await deps.database.query(
    `update known_browsers set failures = failures + 1
    where person_id = $1::text::uuid and mac in (select jsonb_array_elements_text($2::text::jsonb))
      and failures < ${MAX_KNOWN_TRIES} and expires_at > $3::text::timestamptz returning 1`,
    [personId, macsOf(deps, token), iso(deps.clock.now())],
  );
  return rows.length > 0;
}

/** Whether the browser has signed the person in before; how many tries it has left does not matter. */
export async function isKnownBrowser(deps: BrowserDeps, personId: string, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const rows = await deps.database.query(
    `select 1 from known_browsers where person_id = $1::text::uuid
      and mac in (select jsonb_array_elements_text($2::text::jsonb)) and expires_at > $3::text::timestamptz`,
    [personId, macsOf(deps, token), iso(deps.clock.now())],
  );
  return rows.length > 0;
}

/** Knows the browser from now on, whose tries begin again. Returns its next cookie, which replaces the one before. */
export async function rememberBrowser(deps: BrowserDeps, personId: string, token: string | null): Promise<string> {
  const next = randomBytes(TOKEN_BYTES).toString("base64url");
  const mac = deps.vault.macs(macText(next))[0] as string;
  const now = deps.clock.now();
  // Other people of the same browser keep it, with what they have tried.
  if (token !== null)
    await deps.database.query(
      "update known_browsers set mac = $2 where mac in (select jsonb_array_elements_text($1::text::jsonb))",
      [macsOf(deps, token), mac],
    );
  await deps.database.query(
    `with kept as (
      select mac from known_browsers where person_id = $1::text::uuid and mac <> $2
      order by used_at desc, mac limit ${MAX_BROWSERS - 1}
    ), surplus as (
      delete from known_browsers where person_id = $1::text::uuid and mac <> $2 and mac not in (select mac from kept)
    )
    insert into known_browsers (person_id, mac, failures, used_at, expires_at)
    values ($1::text::uuid, $2, 0, $3::text::timestamptz, $4::text::timestamptz)
    on conflict (person_id, mac) do update set failures = 0, used_at = excluded.used_at, expires_at = excluded.expires_at`,
    [personId, mac, iso(now), iso(now + KNOWN_BROWSER_MS)],
  );
  return next;
}

export const TABLES: readonly Table[] = [
  {
    table: "known_browsers",
    macs: [{ column: "mac", only: "expires_at > $1::timestamptz", movedBy: "use" }],
    bound: "A browser is known as long as its cookie lasts; a person has only a few.",
    aged: [{ since: "expires_at", stayMs: 0 }],
    personal: OF_PEOPLE,
  },
];

const iso = (at: number) => new Date(at).toISOString();
