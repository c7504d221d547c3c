// The second factor: time-based codes of an authenticator app (RFC 6238), each used once, and recovery codes.
import { randomBytes } from "node:crypto";
import { encodeBase32UpperCaseNoPadding } from "@oslojs/encoding";
import { createTOTPKeyURI, verifyHOTP } from "@oslojs/otp";
import type { Database } from "../../foundation/db/database.ts";
import { totpContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Deps } from "../../server/deps.ts";

const KEY_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the present one whose code is taken: clocks differ, and people type slowly. */
const DRIFT_STEPS = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

type TotpDeps = Pick<Deps, "vault" | "clock"> & { database: Pick<Database, "query"> };

interface TotpRow {
  secret: string;
  isConfirmed: boolean;
}

export interface Enrolment {
  /** Base32, for typing. */
  secret: string;
  /** For a QR code. */
  uri: string;
}

/** Begins an enrolment; one that was never confirmed is replaced. Null where the person has a confirmed one. */
export async function beginTotp(deps: TotpDeps, person: { id: string; email: string }): Promise<Enrolment | null> {
  const key = randomBytes(KEY_BYTES);
  const rows = await deps.database.query(
    `insert into totp_secrets (person_id, secret) values ($1::text::uuid, $2)
    on conflict (person_id) do update set secret = excluded.secret, last_step = 0
      where totp_secrets.confirmed_at is null returning 1`,
    [person.id, deps.vault.seal(key.toString("base64"), totpContext(person.id))],
  );
  return rows.length === 0 ? null : enrolmentOf(person.email, key);
}

/** The enrolment that was begun and not confirmed, as it was; null where there is none. */
export async function pendingTotp(deps: TotpDeps, person: { id: string; email: string }): Promise<Enrolment | null> {
  const row = await findTotp(deps, person.id);
  if (!row || row.isConfirmed) return null;
  return enrolmentOf(person.email, Buffer.from(deps.vault.open(row.secret, totpContext(person.id)), "base64"));
}

function enrolmentOf(email: string, key: Buffer): Enrolment {
  const uri = createTOTPKeyURI("Gateway", email, key, STEP_SECONDS, DIGITS);
  return { secret: encodeBase32UpperCaseNoPadding(key), uri };
}

/** Switches the factor on by a first code; returns the recovery codes, which are shown this once. Null for a wrong code. */
export async function confirmTotp(deps: TotpDeps, personId: string, code: string): Promise<string[] | null> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  if ((await findTotp(deps, personId))?.isConfirmed !== false || !(await useCode(deps, personId, code))) return null;
  const rows = await deps.database.query(
    `update totp_secrets set confirmed_at = $2::text::timestamptz,
      recovery_macs = array(select jsonb_array_elements_text($3::text::jsonb))
    where person_id = $1::text::uuid and confirmed_at is null returning 1`,
    [
      personId,
      new Date(deps.clock.now()).toISOString(),
      JSON.stringify(codes.map((one) => deps.vault.macs(macText(personId, one))[0])),
    ],
  );
  return rows.length > 0 ? codes : null;
}

export async function hasTotp(deps: TotpDeps, personId: string): Promise<boolean> {
  return (await findTotp(deps, personId))?.isConfirmed === true;
}

export async function removeTotp({ database }: Pick<TotpDeps, "database">, personId: string): Promise<void> {
  await database.query("delete from totp_secrets where person_id = $1::text::uuid", [personId]);
}

/** Whether the code is right and unused, of the app or of the recovery list; either is used up by it. */
export async function useSecondFactor(deps: TotpDeps, personId: string, code: string): Promise<boolean> {
  const text = code.replace(/[\s-]/g, "").toUpperCase();
  return /^\d{6}$/.test(text) ? useCode(deps, personId, text) : useRecoveryCode(deps, personId, text);
}

async function findTotp({ database }: TotpDeps, personId: string): Promise<TotpRow | null> {
  const [row] = await database.query<TotpRow>(
    `select secret, confirmed_at is not null as "isConfirmed" from totp_secrets where person_id = $1::text::uuid`,
    [personId],
  );
  return row ?? null;
}

/** The later of two requests with one code finds its step used. */
async function useCode(deps: TotpDeps, personId: string, code: string): Promise<boolean> {
  const row = await findTotp(deps, personId);
  if (!row || !/^\d{6}$/.test(code)) return false;
  const key = Buffer.from(deps.vault.open(row.secret, totpContext(personId)), "base64");
  const present = Math.floor(deps.clock.now() / 1_000 / STEP_SECONDS);
  for (let step = present - DRIFT_STEPS; step <= present + DRIFT_STEPS; step++) {
    if (!verifyHOTP(key, BigInt(step), DIGITS, code)) continue;
    const used = await deps.database.query(
      "update totp_secrets set last_step = $2 where person_id = $1::text::uuid and last_step < $2 returning 1",
      [personId, step],
    );
    return used.length > 0;
  }
  return false;
}

async function useRecoveryCode(deps: TotpDeps, personId: string, code: string): Promise<boolean> {
  const used = await deps.database.query(
    `update totp_secrets set recovery_macs = array(select mac from unnest(recovery_macs) as mac
      where mac not in (select jsonb_array_elements_text($2::text::jsonb)))
    where person_id = $1::text::uuid and confirmed_at is not null
      and recovery_macs && array(select jsonb_array_elements_text($2::text::jsonb)) returning 1`,
    [personId, JSON.stringify(deps.vault.macs(macText(personId, code)))],
  );
  return used.length > 0;
}

/** Sixteen letters and digits, 80 bits: four groups of four where they are shown. */
const recoveryCode = () => encodeBase32UpperCaseNoPadding(randomBytes(RECOVERY_BYTES));

const macText = (personId: string, code: string) => `recovery/${personId}/${code}`;
