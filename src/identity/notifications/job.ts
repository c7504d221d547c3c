// Makes mails of what happened, for those of the team who can do something about it. Any replica may run it, and several at once.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { DAY_MS, HOUR_MS } from "../../foundation/db/retention.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import type { MailContent } from "../../foundation/mail/message.ts";
import type { Deps } from "../../server/deps.ts";
import { tr } from "../../web/pages/messages.ts";
import type { TeamRole } from "../people/team-roles.ts";
import type { OptionalKind } from "./kinds.ts";
import { type SendDeps, sendTo } from "./send.ts";
import { countEnded, emailOfUser, listOpen, openSince, recipientsOf, takeEvents } from "./store.ts";
import { mailOf } from "./texts.ts";
import { MAILS_PATH, unsubscribeUrl } from "./unsubscribe.ts";

type JobDeps = SendDeps & Pick<Deps, "registry">;

/** Names of providers that a mail lists. */
const MAX_NAMED = 20;
const RECONNECT: readonly TeamRole[] = ["owner", "admin", "member"];
const DECIDE: readonly TeamRole[] = ["owner", "admin"];

interface Rule {
  kind: OptionalKind;
  roles: readonly TeamRole[];
  /** Whose first event is of then or earlier is due. */
  dueBefore(now: number): number;
  /** Events up to then are in the mail. */
  until(now: number): number;
  /** One mail for each of these groups of events; null where there is nothing to say any more. */
  mails(work: Work): Promise<readonly { occurrence: string; content(links: Links): MailContent }[]>;
}

interface Work {
  tx: Orm;
  deps: JobDeps;
  userId: string;
  team: string;
  /** ISO 8601: when the first of the events was. */
  since: string;
  now: number;
  taken: readonly { topic: string; occurrence: string }[];
}

interface Links {
  unsubscribe: string;
  choices: string;
}

/** The last moment of a UTC day, an hour after it: a transaction or a clock that is late would miss the day's one mail. */
const lastDay = (now: number) => Math.floor((now - HOUR_MS) / DAY_MS) * DAY_MS - 1;
const pageOf = ({ deps, userId }: Work, path: string) => `${deps.baseUrl}/u/${userId}/${path}`;

const RULES: readonly Rule[] = [
  {
    kind: "connection",
    roles: RECONNECT,
    // An outage of a provider ends many within the hour; those connected again by then are left out.
    dueBefore: (now) => now - HOUR_MS,
    until: (now) => now,
    async mails(work) {
      const ended = await countEnded(queryable(work.tx), work.userId, work.taken);
      if (ended.length === 0) return [];
      const names = ended.map(({ provider }) => work.deps.registry.provider(provider)?.name ?? provider);
      const { team, since } = work;
      const url = pageOf(work, "integrations");
      const content = (links: Links) => mailOf("connection", { team, providers: listed(names) }, { url, ...links });
      return [{ occurrence: since, content }];
    },
  },
  {
    kind: "accounts",
    roles: RECONNECT,
    dueBefore: lastDay,
    until: lastDay,
    async mails(work) {
      const ended = await countEnded(queryable(work.tx), work.userId, work.taken);
      const count = ended.reduce((sum, one) => sum + one.count, 0);
      if (count === 0) return [];
      const day = new Date(lastDay(work.now)).toISOString().slice(0, 10);
      const values = { team: work.team, count: String(count), day };
      const url = pageOf(work, "partner/accounts");
      return [{ occurrence: day, content: (links) => mailOf("accounts", values, { url, ...links }) }];
    },
  },
  {
    kind: "quota",
    roles: DECIDE,
    dueBefore: (now) => now,
    until: (now) => now,
    async mails(work) {
      const url = pageOf(work, "settings/usage");
      const today = new Date(work.now).toISOString();
      // A window that has ended meanwhile needs nobody's attention.
      const open = work.taken.filter(({ occurrence }) => today.startsWith(occurrence));
      return open.map(({ topic, occurrence }) => ({
        occurrence,
        content: (links) =>
          mailOf(
            topic === "day" ? "quota_day" : "quota_month",
            { team: work.team, window: occurrence },
            { url, ...links },
          ),
      }));
    },
  },
];

/** Events that no mail server was there for are left until they are deleted. Where one user's fails, the others' are made all the same. */
export async function sendNotifications(deps: JobDeps, database: Database, signal?: AbortSignal): Promise<void> {
  if (!deps.mails.isOn) return;
  const failures: unknown[] = [];
  for (const rule of RULES) {
    const due = await listOpen(database, rule.kind, rule.dueBefore(deps.clock.now()));
    for (const { userId } of due) {
      if (signal?.aborted) return;
      await serialized(database, `notifications of ${userId}`, (tx) => makeMails(tx, deps, rule, userId)).catch(
        (error: unknown) => failures.push(error),
      );
    }
  }
  deps.mails.notify();
  if (failures.length > 0) throw failures[0];
}

function listed(names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMED).join(", ");
  const count = names.length - MAX_NAMED;
  return count > 0 ? tr("{names}, and {count} more", { names: first, count }) : first;
}

/** Looked up again under the lock: another replica may have been first. */
async function makeMails(tx: Orm, deps: JobDeps, rule: Rule, userId: string): Promise<void> {
  const now = deps.clock.now();
  const { kind } = rule;
  const reader = queryable(tx);
  const since = await openSince(reader, kind, userId, rule.dueBefore(now));
  if (since === null) return;
  const taken = await takeEvents(reader, { kind, userId, until: rule.until(now), now });
  const team = await emailOfUser(reader, userId);
  const mails = await rule.mails({ tx, deps, userId, team, since, now, taken });
  if (mails.length === 0) return;
  for (const person of await recipientsOf(reader, userId, kind, rule.roles)) {
    const links = { unsubscribe: unsubscribeUrl(deps, person.id, kind), choices: `${deps.baseUrl}${MAILS_PATH}` };
    for (const { occurrence, content } of mails)
      await sendTo(tx, deps, person, { kind, topic: userId, occurrence }, () => content(links));
  }
}
