// Links that let a person set a password once: for the first owner, for the invited, and for those who forgot theirs.
import { randomBytes } from "node:crypto";
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Deps } from "../../server/deps.ts";
import { hasPeople } from "../people/store.ts";
import { OF_PEOPLE } from "../people/tables.ts";

const TOKEN_BYTES = 32;
/** How long a link works. */
export const SETUP_LINK_MS = 3_600_000;

type LinkDeps = Pick<Deps, "vault" | "clock"> & { database: Pick<Database, "query"> };

const macText = (token: string) => `setup/${token}`;
const macsOf = ({ vault }: Pick<LinkDeps, "vault">, token: string) => vault.macs(macText(token));

/** A link's person; `null` for the link that makes the first owner. */
export interface SetupLink {
  personId: string | null;
  /** As the row has it: what stands for the link while its person signs in at an issuer. */
  mac: string;
}

/**
 * Makes the person's one link, where an earlier one ends, or one for the first owner, where each replica's works. Returns its token,
 * which is stored nowhere. With `credentialsVersion` it is void where role, password or factors have changed since that was read.
 */
export async function makeSetupLink(
  { database, vault, clock }: LinkDeps,
  personId: string | null,
  credentialsVersion: number | null = null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await database.query(
    `with earlier as (delete from setup_links where person_id = $2::text::uuid)
    insert into setup_links (mac, person_id, expires_at, credentials_version)
    values ($1, $2::text::uuid, $3::text::timestamptz, $4::int)`,
    [
      vault.macs(macText(token))[0] as string,
      personId,
      new Date(clock.now() + SETUP_LINK_MS).toISOString(),
      credentialsVersion,
    ],
  );
  return token;
}

/** The link; null for an unknown, used or expired one, and for one from before its person's role, password or factors changed. */
export function findSetupLink(deps: LinkDeps, token: string): Promise<SetupLink | null> {
  return lookUp(deps, macsOf(deps, token), `select person_id as "personId", mac from setup_links`);
}

/** The same, and uses it up: of two requests at once one gets it. */
export function useSetupLink(deps: LinkDeps, token: string): Promise<SetupLink | null> {
  return useSetupLinkOf(deps, macsOf(deps, token));
}

/** Uses up the link with one of these MACs. */
export function useSetupLinkOf(deps: LinkDeps, macs: readonly string[]): Promise<SetupLink | null> {
  return lookUp(deps, macs, "delete from setup_links", `returning person_id as "personId", mac`);
}

export const TABLES: readonly Table[] = [
  {
    table: "setup_links",
    macs: [{ column: "mac", only: "expires_at > $1::timestamptz", movedBy: "expiry" }],
    bound: "A link is deleted an hour after it was created.",
    aged: [{ since: "expires_at", stayMs: 0 }],
    personal: OF_PEOPLE,
  },
];

/** A link for the first owner; null where there is anybody already. */
export async function makeFirstOwnerLink(deps: LinkDeps): Promise<string | null> {
  return (await hasPeople(deps.database)) ? null : makeSetupLink(deps, null);
}

async function lookUp(
  { database, clock }: LinkDeps,
  macs: readonly string[],
  head: string,
  tail = "",
): Promise<SetupLink | null> {
  const [row] = await database.query<SetupLink>(
    `${head} where mac in (select jsonb_array_elements_text($1::text::jsonb)) and expires_at > $2::text::timestamptz
      and (person_id is null or credentials_version = (
        select p.credentials_version from people as p where p.id = setup_links.person_id)) ${tail}`,
    [JSON.stringify(macs), new Date(clock.now()).toISOString()],
  );
  return row ?? null;
}
