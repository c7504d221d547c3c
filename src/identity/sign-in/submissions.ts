// Forms that a session has sent: each is carried out once, however often it comes, and leads to the same page every time.
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import { keyPart } from "../../foundation/vault/sealed-column.ts";
import { submissionPageContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Deps } from "../../server/deps.ts";
import { OF_PEOPLE } from "../people/tables.ts";

/** A form that comes again later is taken for a new one. */
export const SUBMISSION_MS = 24 * 3_600_000;
/** How long a page with a secret waits for its one view. */
export const PAGE_MS = 10 * 60_000;
/** The oldest of more submissions of one session are forgotten. */
const MAX_SUBMISSIONS = 200;

type SubmissionDeps = Pick<Deps, "vault" | "clock"> & { database: Pick<Database, "query"> };

/** A form of a session's page. */
export interface Submission {
  sessionId: string;
  /** A UUID, made with the page. */
  nonce: string;
}

/** Claims the form for this request; else where its first submission led, null while that is under way. */
export async function claimSubmission(
  { database, clock }: Omit<SubmissionDeps, "vault">,
  { sessionId, nonce }: Submission,
): Promise<"claimed" | { location: string | null }> {
  const claimed = await database.query(
    `with surplus as (
      delete from form_submissions where session_id = $1::text::uuid and nonce in (
        select nonce from form_submissions where session_id = $1::text::uuid
        order by created_at desc, nonce offset ${MAX_SUBMISSIONS - 1})
    )
    insert into form_submissions (session_id, nonce, created_at) values ($1::text::uuid, $2::text::uuid, $3::text::timestamptz)
    on conflict do nothing returning 1`,
    [sessionId, nonce, iso(clock.now())],
  );
  if (claimed.length > 0) return "claimed";
  const [row] = await database.query<{ location: string | null }>(
    "select location from form_submissions where session_id = $1::text::uuid and nonce = $2::text::uuid",
    [sessionId, nonce],
  );
  return row ?? { location: null };
}

/** Stores the redirect of the form, and the page with a secret, if there is one. */
export async function completeSubmission(
  { database, vault }: SubmissionDeps,
  { sessionId, nonce }: Submission,
  { location, page }: { location: string; page?: string },
): Promise<void> {
  const sealed = page === undefined ? null : vault.seal(page, submissionPageContext(sessionId, nonce));
  await database.query(
    `update form_submissions set location = $3, sealed_page = $4
    where session_id = $1::text::uuid and nonce = $2::text::uuid`,
    [sessionId, nonce, location, sealed],
  );
}

/** Nothing was carried out: the form may come again. */
export async function releaseSubmission(
  { database }: Pick<SubmissionDeps, "database">,
  { sessionId, nonce }: Submission,
): Promise<void> {
  await database.query(
    "delete from form_submissions where session_id = $1::text::uuid and nonce = $2::text::uuid and location is null",
    [sessionId, nonce],
  );
}

/** The page with a secret, which is gone afterwards; null where it was viewed before or its time is over. */
export async function takePage(
  { database, vault, clock }: SubmissionDeps,
  { sessionId, nonce }: Submission,
): Promise<string | null> {
  const [row] = await database.query<{ sealed: string }>(
    `with found as (
      select sealed_page as sealed from form_submissions
      where session_id = $1::text::uuid and nonce = $2::text::uuid and sealed_page is not null for update
    ), gone as (
      update form_submissions set sealed_page = null
      where session_id = $1::text::uuid and nonce = $2::text::uuid and exists (select from found)
    )
    select sealed from found where exists (select from form_submissions
      where session_id = $1::text::uuid and nonce = $2::text::uuid and created_at > $3::text::timestamptz)`,
    [sessionId, nonce, iso(clock.now() - PAGE_MS)],
  );
  return row ? vault.open(row.sealed, submissionPageContext(sessionId, nonce)) : null;
}

export const TABLES: readonly Table[] = [
  {
    table: "form_submissions",
    bound: "A submitted form is remembered for a day, and a secret in its response for 10 minutes.",
    aged: [{ since: "created_at", stayMs: SUBMISSION_MS }],
    sweep: ({ database, now }) =>
      database.query(
        "update form_submissions set sealed_page = null where sealed_page is not null and created_at <= $1::text::timestamptz",
        [iso(now - PAGE_MS)],
      ),
    personal: OF_PEOPLE,
    sealed: [
      {
        column: "sealed_page",
        keys: [
          { name: "session_id", type: "uuid" },
          { name: "nonce", type: "uuid" },
        ],
        batch: 100,
        aad: (rowKey) => submissionPageContext(keyPart(rowKey, 0), keyPart(rowKey, 1)),
      },
    ],
  },
];

const iso = (at: number) => new Date(at).toISOString();
