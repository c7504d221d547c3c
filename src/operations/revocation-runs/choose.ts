// Makes the selection of a revocation run of an operator's choices, and refuses those that would surprise.
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import { findPartner } from "../../identity/partners/store.ts";
import { requireUser } from "../../identity/users/service.ts";
import type { Deps } from "../../server/deps.ts";
import { ALL_WHAT, type Selection, type What } from "./selection.ts";

export interface Choices {
  provider?: string;
  partner?: string;
  user?: string;
  before?: string;
  what?: readonly string[];
  everything?: boolean;
}

export interface Chosen {
  selection: Selection;
  what: What[];
}

type ChooseDeps = Pick<Deps, "database" | "registry" | "clock">;

const refused = (path: string, message: string) => invalidInput([{ in: "body", path, message } satisfies InputError]);

/** Throws 400 for choices that mean nothing, and 404 for an unknown user. */
export async function choose(deps: ChooseDeps, choices: Choices): Promise<Chosen> {
  const { provider, partner, user, before, everything = false } = choices;
  const hasChoice = [provider, partner, user, before].some((choice) => choice !== undefined);
  if (!hasChoice && !everything)
    throw refused("", "Say what is to be ended: a provider, a partner, a user or a time, or that it is everything.");
  if (before !== undefined && Date.parse(before) > deps.clock.now() && !everything)
    throw refused(
      "/before",
      "The time is in the future, which would end everything there is. If you mean that, say everything as well.",
    );
  const what = whatOf(choices);
  return {
    what,
    selection: {
      provider: provider === undefined ? null : await providerOf(deps, provider),
      partnerId: partner === undefined ? null : await partnerOf(deps, partner),
      userId: user === undefined ? null : (await requireUser(deps, user)).id,
      before: before === undefined ? null : new Date(before).toISOString(),
      everything,
    },
  };
}

/** A provider has connections only. */
function whatOf({ provider, what }: Choices): What[] {
  const unknown = what?.find((name) => !(ALL_WHAT as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw refused("/what", `There is no "${unknown.slice(0, 60)}" to end. What there is: ${ALL_WHAT.join(", ")}.`);
  if (provider === undefined) return what ? ALL_WHAT.filter((name) => what.includes(name)) : ALL_WHAT;
  const other = what?.find((name) => name !== "connections");
  if (other !== undefined)
    throw refused("/what", `With a provider only connections can be ended, since ${other} belong to none.`);
  return ["connections"];
}

/** Also one whose plugin is gone: its tokens may be here still. */
async function providerOf({ database, registry }: ChooseDeps, name: string): Promise<string> {
  const known = registry.provider(name);
  if (known) return known.id;
  const [found] = await database.reports.query(
    "select 1 as one from connections where provider = $1 union all select 1 from pending_grants where provider = $1 limit 1",
    [name],
  );
  if (registry.broken.has(name) || found) return name;
  throw refused("/provider", `There is no provider "${name.slice(0, 60)}"; gateway plugin list shows those there are.`);
}

async function partnerOf(deps: ChooseDeps, emailOrId: string): Promise<string> {
  const { id } = await requireUser(deps, emailOrId);
  if (!(await findPartner(deps.database, id)))
    throw new AppError("NOT_FOUND", `${emailOrId} has no partner profile: name it as a user.`);
  return id;
}
