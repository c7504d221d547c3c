// Rows of people and of whose data they see.

import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Table } from "../../foundation/db/table.ts";
import { keyPart } from "../../foundation/vault/sealed-column.ts";
import { totpContext } from "../../foundation/vault/sealing-contexts.ts";
import type { AdminRole } from "../../web/http/route.ts";
import { OF_PEOPLE } from "./tables.ts";
import type { TeamRole } from "./team-roles.ts";

export interface Person {
  id: string;
  email: string;
  name: string;
  /** The operator's; null for people who only act for users. */
  role: AdminRole | null;
  isDisabled: boolean;
  /** False for who was made by a team's invitation, until a setup link is used. */
  isAddressProven: boolean;
  /** Rises with each change of role, password or factor. */
  credentialsVersion: number;
}

const COLUMNS = `id, email, name, role, disabled_at is not null as "isDisabled", address_proven as "isAddressProven",
  credentials_version as "credentialsVersion"`;

export async function findPerson(database: Pick<Database, "query">, id: string): Promise<Person | null> {
  const [row] = await database.query<Person>(`select ${COLUMNS} from people where id = $1::text::uuid`, [id]);
  return row ?? null;
}

/** The address in any case. */
export async function findPersonByEmail(database: Pick<Database, "query">, email: string): Promise<Person | null> {
  const [row] = await database.query<Person>(`select ${COLUMNS} from people where lower(email) = lower($1::text)`, [
    email,
  ]);
  return row ?? null;
}

export async function hasPeople(database: Pick<Database, "query">): Promise<boolean> {
  return (await database.query("select 1 from people limit 1")).length > 0;
}

/** Null where the address is another person's. */
export async function insertPerson(
  database: Pick<Database, "query">,
  {
    isAddressProven = true,
    ...person
  }: Pick<Person, "id" | "email" | "name" | "role"> & Partial<Pick<Person, "isAddressProven">>,
): Promise<Person | null> {
  const [row] = await database.query<Person>(
    `insert into people (id, email, name, role, address_proven) values ($1::text::uuid, $2, $3, $4, $5 = 'yes')
    on conflict do nothing
    returning ${COLUMNS}`,
    [person.id, person.email, person.name, person.role, isAddressProven ? "yes" : "no"],
  );
  return row ?? null;
}

/** Makes the first owner; false where there is anybody already. The lock lets one of several starts win. */
export async function insertFirstPerson(tx: Orm, { id, email, name }: Pick<Person, "id" | "email" | "name">) {
  await queryIn(tx, "lock table people in exclusive mode");
  const rows = await queryIn(
    tx,
    `insert into people (id, email, name, role) select $1::text::uuid, $2::text, $3::text, 'owner'
    where not exists (select 1 from people) returning id`,
    [id, email, name],
  );
  return rows.length > 0;
}

/** Ends the person's sessions too; null where there is nobody. */
export async function disablePerson(database: Database, id: string, at: Date): Promise<Person | null> {
  const [row] = await database.query<Person>(
    `with ended as (delete from people_sessions where person_id = $1::text::uuid),
      links as (delete from setup_links where person_id = $1::text::uuid)
    update people set disabled_at = coalesce(disabled_at, $2::text::timestamptz) where id = $1::text::uuid
    returning ${COLUMNS}`,
    [id, at.toISOString()],
  );
  return row ?? null;
}

/** The language of a person's mails: that of the pages at the first sign-in, until the person chooses one. */
export async function storeLanguage(
  database: Pick<Database, "query">,
  personId: string,
  language: string,
  isChosen: boolean,
): Promise<void> {
  await database.query(
    `update people set language = $2 where id = $1::text::uuid and ${isChosen ? "language is distinct from $2" : "language is null"}`,
    [personId, language],
  );
}

/** Lets the person act for the user, in this role from now on. */
export async function addUserOf(
  database: Pick<Database, "query">,
  personId: string,
  userId: string,
  role: TeamRole = "owner",
): Promise<void> {
  await database.query(
    `insert into people_users (person_id, user_id, role) values ($1::text::uuid, $2::text::uuid, $3)
    on conflict (person_id, user_id) do update set role = excluded.role where people_users.role <> excluded.role`,
    [personId, userId, role],
  );
}

/** A user whom a person acts for, and as what. */
export interface UserOfPerson {
  id: string;
  email: string;
  role: TeamRole;
}

/** Whose data the person sees, the user of their own address first; users whose erasure has begun are none of them. */
export function usersOf(database: Pick<Database, "query">, personId: string): Promise<UserOfPerson[]> {
  return database.query(
    `select u.id, u.email, p.role from people_users as p join users as u on u.id = p.user_id join people as own on own.id = p.person_id
    where p.person_id = $1::text::uuid and u.erased_at is null
    order by lower(u.email) = lower(own.email) desc, u.email limit 1000`,
    [personId],
  );
}

export const TABLES: readonly Table[] = [
  { table: "people", bound: "Owners invite and disable them.", personal: OF_PEOPLE },
  {
    table: "people_users",
    bound: "The users that a person acts for; set by operators and by the teams of users.",
    personal: OF_PEOPLE,
  },
  { table: "passwords", bound: "At most one for each person.", personal: OF_PEOPLE },
  {
    table: "totp_secrets",
    macs: [{ column: "recovery_macs", isList: true, only: "true", movedBy: "replacement" }],
    bound: "At most one for each person.",
    personal: OF_PEOPLE,
    sealed: [
      {
        column: "secret",
        keys: [{ name: "person_id", type: "uuid" }],
        batch: 200,
        aad: (rowKey) => totpContext(keyPart(rowKey, 0)),
      },
    ],
  },
  { table: "identities", bound: "At most one for each person and provider.", personal: OF_PEOPLE },
];
