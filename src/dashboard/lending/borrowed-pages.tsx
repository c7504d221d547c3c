/** @jsxImportSource #pages */
// An invitation to borrow a connection, which a person accepts or declines, and giving back what is borrowed.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { BORROWED } from "../../foundation/schema/connection-name.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Facts, Time } from "../../web/pages/data.tsx";
import { fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { type Borrowed, LENDING_ROLE, shareId } from "./lender.ts";
import { EndsAt, PermissionTexts } from "./share-views.tsx";

const PATH = `${INTEGRATIONS_PATH}/borrowed/{share_id}`;
const params = t.Object({ share_id: shareId });
export const borrowedPath = ({ id }: Borrowed) => `${INTEGRATIONS_PATH}/borrowed/${id}`;

export function borrowedPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const accepting = { id: "accept_share", path: `${PATH}/accept`, access: "user", role: LENDING_ROLE, params } as const;
  return [
    page({
      ...accepting,
      show: async (visit) => acceptView(dashboard, visit, await invitationOf(dashboard, visit)),
    }),
    form({
      ...accepting,
      async submit(visit, sent) {
        const invitation = await invitationOf(dashboard, visit);
        const name = (sent.get("name") ?? "").trim();
        const body = name === "" ? {} : { name };
        const accepted = await attempt(() =>
          api.call(visit, "accept_borrowed_integration", { params: { share_id: invitation.one.id }, body }),
        );
        if ("error" in accepted) return acceptView(dashboard, visit, invitation, { name, error: accepted.error });
        return done(
          INTEGRATIONS_PATH,
          tr("You borrow it as {name}. Only calls that name it use it.", { name: accepted.data.name }),
        );
      },
    }),
    ...confirmationPages(dashboard, {
      ...{ id: "give_back", path: `${PATH}/end`, access: "user", role: LENDING_ROLE, params },
      ask: async (visit) => endQuestion(await borrowedOf(dashboard, visit)),
      async act(visit) {
        const { one } = await borrowedOf(dashboard, visit);
        await api.call(visit, "give_back_integration", { params: { share_id: one.id } });
        return done(
          INTEGRATIONS_PATH,
          one.status === "invited"
            ? tr("The invitation of {lender} is declined.", { lender: one.lender })
            : tr("{name} is given back to {lender}.", { name: one.name, lender: one.lender }),
        );
      },
    }),
  ];
}

interface Found {
  one: Borrowed;
  all: readonly Borrowed[];
}

async function borrowedOf({ api }: Dashboard, visit: PageRequest): Promise<Found> {
  const { borrowed } = await api.call(visit, "list_borrowed_integrations");
  const one = borrowed.find(({ id }) => id === visit.params.share_id);
  if (!one) throw new AppError("NOT_FOUND", "Nothing of this id is lent to you");
  return { one, all: borrowed };
}

async function invitationOf(dashboard: Dashboard, visit: PageRequest): Promise<Found> {
  const found = await borrowedOf(dashboard, visit);
  if (found.one.status !== "invited") throw new AppError("CONFLICT", "This invitation is accepted already.");
  return found;
}

/** The lender's wish, or the same with a number where the borrower has another one of that name. */
function freeName({ one, all }: Found): string {
  const taken = new Set(all.flatMap((other) => (other.status === "invited" ? [] : `${other.provider} ${other.name}`)));
  const names = [one.name, ...Array.from({ length: taken.size }, (_, i) => `${one.name}-${i + 2}`)];
  const free = names.find((name) => !taken.has(`${one.provider} ${name}`)) ?? one.name;
  return free.slice(BORROWED.length);
}

function acceptView(
  { deps, api }: Dashboard,
  visit: PageRequest,
  found: Found,
  sent?: { name: string; error: AppError },
): View {
  const { one } = found;
  const provider = deps.registry.provider(one.provider);
  const providerName = provider?.name ?? one.provider;
  const { reader } = visit;
  return {
    title: tr("Borrow a {provider} connection?", { provider: providerName }),
    lead: rich("{lender} invites you. Your calls with it act as an account of theirs, and both logs name you both.", {
      lender: <bdi class="strong">{one.lender}</bdi>,
    }),
    ...(sent && { error: sent.error }),
    body: (
      <>
        <Facts
          of={[
            [tr("Provider"), providerName],
            [tr("Permissions"), <PermissionTexts provider={provider} of={one.permissions} />],
            [tr("Events"), one.events ? tr("Also in your inbox") : tr("Not in your inbox")],
            [tr("Ends"), <EndsAt visit={visit} until={one.until} />],
            [tr("Invited"), <Time reader={reader} at={one.created_at} />],
          ]}
        />
        <AcceptForm visit={visit} one={one} name={sent?.name ?? freeName(found)} error={sent?.error} />
        <SameAsCall
          baseUrl={deps.baseUrl}
          id="accept"
          line={api.lineOf("accept_borrowed_integration", { params: { share_id: one.id } })}
          body={{ name: freeName(found) }}
        />
      </>
    ),
  };
}

function AcceptForm(props: { visit: PageRequest; one: Borrowed; name: string; error: AppError | undefined }): Markup {
  const { visit, one, name, error } = props;
  return (
    <section class="section">
      <EntryForm
        visit={visit}
        action={`${borrowedPath(one)}/accept`}
        error={error}
        fields={["name"]}
        button={tr("Accept")}
        back={INTEGRATIONS_PATH}
        aside={
          <a class="button quiet" href={`${borrowedPath(one)}/end`}>
            {tr("Decline")}
          </a>
        }
      >
        <TextField
          name="name"
          label={tr("Name")}
          value={name}
          maxLength={64}
          isCode
          autocomplete="off"
          error={fieldError(error, "name")}
          hint={rich("Your calls name it {prefix} and this name.", { prefix: <code>{BORROWED}</code> })}
        />
      </EntryForm>
    </section>
  );
}

function endQuestion({ one }: Found) {
  const values = { name: <code>{one.name}</code>, lender: <bdi class="strong">{one.lender}</bdi> };
  const isInvited = one.status === "invited";
  return {
    title: isInvited ? tr("Decline the invitation?") : tr("Give {name} back?", { name: one.name }),
    button: isInvited ? tr("Decline") : tr("Give back"),
    isDangerous: true,
    back: INTEGRATIONS_PATH,
    body: (
      <p>
        {isInvited
          ? rich("{lender} sees that you did not accept, and can invite you again.", values)
          : rich(
              "Your calls with {name} are refused within a second. The connection of {lender} stays as it is, and only {lender} can lend it to you again.",
              values,
            )}
      </p>
    ),
  };
}
