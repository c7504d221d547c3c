// Evidence of calls: redacted arguments and responses, sealed beside their rows of the usage log for a few days.
import { type Static, Type as t } from "@sinclair/typebox";
import type { RequestDatabase } from "../../foundation/db/database.ts";
import { deletion, OF_ACCOUNT, OF_USER } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import { keyPart, ROW_ID } from "../../foundation/vault/sealed-column.ts";
import { evidenceContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { redactedCopy } from "./redacted-copy.ts";

/** Bytes of JSON, for the arguments and for the response. */
export const MAX_EVIDENCE_BYTES = 16 * 1024;
/** Rows of one statement, which has some 5 MB then. */
const ROWS = 100;

/** A file that is no part of the evidence. */
export interface FileFacts {
  type: string | null;
  /** Null where nobody says it ahead. */
  size: number | null;
}

export interface EvidenceRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  file: FileFacts | null;
}

export interface EvidenceResponse {
  status: number;
  body: unknown;
  file: FileFacts | null;
}

export interface Evidence {
  request: EvidenceRequest;
  /** Null where the call got no response of its own. */
  response: EvidenceResponse | null;
}

/** Whether the calls of this caller are recorded; authentication has loaded both settings. */
export const recordsEvidence = (caller: Caller): boolean =>
  ("recordEvidence" in caller && caller.recordEvidence) || caller.partner?.recordEvidence === true;

/** The text that is sealed. `files` are the members of the body that hold a file. */
export function evidenceText({ request, response }: Evidence, files: readonly string[] = []): string {
  const { file, body, ...named } = request;
  const parts = redactedCopy(named, MAX_EVIDENCE_BYTES / 4);
  const sent = redactedCopy(body, (MAX_EVIDENCE_BYTES * 3) / 4, files);
  const received = response && redactedCopy(response.body, MAX_EVIDENCE_BYTES);
  return JSON.stringify({
    request: { ...(parts.value as object), body: sent.value, file },
    response: response && { status: response.status, body: received?.value ?? null, file: response.file },
    request_truncated: parts.isTruncated || sent.isTruncated,
    truncated: parts.isTruncated || sent.isTruncated || received?.isTruncated === true,
  });
}

const nullable = <S extends Parameters<typeof t.Union>[0][number]>(schema: S) => t.Union([schema, t.Null()]);
const File = t.Object(
  { type: nullable(t.String()), size: nullable(t.Integer({ description: "Bytes; null if not known." })) },
  { title: "EvidenceFile" },
);
const values = (description: string) => t.Record(t.String(), t.Unknown(), { description });

/** On the wire. */
export const CallEvidence = t.Object(
  {
    request: t.Object({
      params: values("The path's parameters."),
      query: values("The query."),
      body: values("The JSON body."),
      file: nullable(File),
    }),
    response: nullable(
      t.Object({
        status: t.Integer(),
        body: t.Unknown({ description: "The data of the response, or its error." }),
        file: nullable(File),
      }),
    ),
    truncated: t.Boolean({ description: "Whether parts were left out because of their size, 16 KB each." }),
    request_truncated: t.Boolean({ description: "Whether parts of the request are among them." }),
    expires_at: t.String({ format: "date-time", description: "When it is deleted." }),
  },
  { title: "CallEvidence" },
);

export interface EvidenceRow {
  id: string;
  /** Unix milliseconds. */
  occurredAt: number;
  userId: string;
  accountId: string | null;
  /** The sealed text, made when the row is written: nobody waits for it. */
  evidence: () => string;
}

/** Evidence of owners who are erased meanwhile is left out; a row that is written twice does not change. */
export async function insertEvidence(
  database: Pick<RequestDatabase, "query">,
  rows: readonly EvidenceRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) {
    const some = rows.slice(from, from + ROWS);
    const written = some.map(({ id, occurredAt, userId, accountId, evidence }) => {
      return { id, occurredAt, userId, accountId, content: evidence() };
    });
    await database.query(
      `insert into call_evidence (id, occurred_at, user_id, account_id, content)
      select r.id, to_timestamp(r."occurredAt" / 1000), r."userId", r."accountId", r.content
      from json_to_recordset($1::text::json)
        as r (id uuid, "occurredAt" double precision, "userId" uuid, "accountId" uuid, content text)
      where exists (select 1 from users where users.id = r."userId")
        and (r."accountId" is null or exists (
          select 1 from accounts where accounts.id = r."accountId" and accounts.user_id = r."userId"))
      on conflict (id) do nothing`,
      [JSON.stringify(written)],
    );
  }
}

type ReadDeps = Pick<Deps, "database" | "vault" | "clock" | "config">;

/** The evidence of these calls of the user, by their ids; none that is past its time, swept or not. */
export async function evidenceOf(
  { database, vault, clock, config }: ReadDeps,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, Static<typeof CallEvidence>>> {
  const stayMs = config.evidenceDays * DAY_MS;
  const rows = await database.query<{ id: string; at: number; content: string }>(
    `select id, extract(epoch from occurred_at)::float8 * 1000 as at, content from call_evidence
    where user_id = $1::uuid and id = any($2::text::uuid[]) and occurred_at > to_timestamp($3::float8 / 1000)`,
    [userId, `{${ids.join(",")}}`, clock.now() - stayMs],
  );
  return new Map(
    rows.map(({ id, at, content }) => {
      const stored = JSON.parse(vault.open(content, evidenceContext(id)));
      // Evidence of earlier builds says only that something was left out.
      const request_truncated = stored.request_truncated ?? stored.truncated;
      return [id, { ...stored, request_truncated, expires_at: new Date(Math.round(at) + stayMs).toISOString() }];
    }),
  );
}

export const TABLES: readonly Table[] = [
  {
    table: "call_evidence",
    bound: "Recorded arguments and responses, where a key or partner has switched that on, are deleted by age.",
    setting: "GATEWAY_EVIDENCE_DAYS",
    aged: [{ since: "occurred_at", stayMs: ({ evidenceDays }) => evidenceDays * DAY_MS }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "call_evidence",
        columns: "id occurred_at user_id account_id",
        sealed: "content",
        key: [["id", "uuid"]],
      },
    },
    // Calls under way write theirs up to a minute after the owner is gone.
    erasure: {
      user: { ...deletion("call_evidence", OF_USER), isAfterCalls: true },
      account: { ...deletion("call_evidence", OF_ACCOUNT), isAfterCalls: true },
    },
    sealed: [{ column: "content", keys: ROW_ID, batch: 20, aad: (rowKey) => evidenceContext(keyPart(rowKey, 0)) }],
  },
];
