/** @jsxImportSource #pages */
// What one thinks over before doing it to a webhook endpoint: a new secret, a replay, its end.

import type { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Notice } from "../../web/pages/components.tsx";
import { fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { endpointPath, nameOf } from "./webhook-model.tsx";
import { endpointParams as params, secretView } from "./webhook-pages.tsx";

export function webhookConfirmations(dashboard: Dashboard): PublicRoute[] {
  return [...secretConfirmations(dashboard), ...replayConfirmation(dashboard), ...deleteConfirmation(dashboard)];
}

const endpointOf = ({ api }: Dashboard, visit: PageRequest) =>
  api.call(visit, "get_webhook_endpoint", { params: visit.params });

function secretConfirmations(dashboard: Dashboard): PublicRoute[] {
  return confirmationPages(dashboard, {
    id: "webhook_secret",
    path: "/webhooks/{id}/secret",
    access: "user",
    role: "admin",
    needsRecentSignIn: true,
    params,
    async ask(visit) {
      const { url } = await endpointOf(dashboard, visit);
      return {
        title: tr("Create a new secret?"),
        button: tr("Create a new secret"),
        back: endpointPath(visit.params.id as string),
        body: (
          <>
            <p>
              <code class="address">{url}</code>
            </p>
            <p>
              {tr(
                "The new secret signs from now on, and the current one also signs for 24 hours. Use that time to switch. An older secret stops working at once.",
              )}
            </p>
          </>
        ),
      };
    },
    async act(visit) {
      const made = await dashboard.api.call(visit, "rotate_webhook_secret", {
        params: visit.params,
      });
      return secretView(made, tr("The new secret"));
    },
  });
}

function deleteConfirmation(dashboard: Dashboard): PublicRoute[] {
  return confirmationPages(dashboard, {
    id: "delete_webhook",
    path: "/webhooks/{id}/delete",
    access: "user",
    role: "admin",
    params,
    async ask(visit) {
      const text = nameOf(await endpointOf(dashboard, visit));
      return {
        title: tr("Delete {text}?", { text }),
        button: tr("Delete for good"),
        isDangerous: true,
        back: endpointPath(visit.params.id as string),
        typed: { label: tr("Type {text} to delete it", { text }), text },
        body: (
          <p>
            {tr(
              "The endpoint, its secret, its queue and its delivery log are deleted at once. The events stay in your inbox.",
            )}
          </p>
        ),
      };
    },
    async act(visit) {
      await dashboard.api.call(visit, "delete_webhook_endpoint", { params: visit.params });
      return done("/webhooks", tr("The endpoint, its queue and its delivery log are deleted."));
    },
  });
}

interface Replayed {
  queued: number;
  next_since: string | null;
}

/** Times of the form are in UTC. */
const timeOf = (text: string | null) => (text ? `${text.length === 16 ? `${text}:00` : text}Z` : undefined);

function replayConfirmation(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const base = { id: "replay_webhook", path: "/webhooks/{id}/replay", access: "user", role: "admin", params } as const;
  const show = async (
    visit: PageRequest,
    { sent, error, done }: { sent?: URLSearchParams; error?: AppError; done?: Replayed } = {},
  ): Promise<View> => ({
    title: tr("Replay events"),
    lead: <code class="address">{(await endpointOf(dashboard, visit)).url}</code>,
    ...(error && { error }),
    body: (
      <>
        {done ? <Done done={done} /> : null}
        <EntryForm
          visit={visit}
          action={visit.url.pathname}
          error={error}
          fields={["since", "until"]}
          button={tr("Send them again")}
          back={endpointPath(visit.params.id as string)}
        >
          <p>
            {tr(
              "Events in your inbox that match its filters are sent again with the same ids, after new events; at most 10,000 at once.",
            )}
          </p>
          <TextField
            name="since"
            label={tr("Received from (UTC)")}
            type="datetime-local"
            value={done?.next_since?.slice(0, 19) ?? sent?.get("since")}
            isRequired
            error={fieldError(error, "since")}
          />
          <TextField
            name="until"
            label={tr("Until (UTC)")}
            type="datetime-local"
            value={sent?.get("until")}
            hint={tr("Empty: until now.")}
            error={fieldError(error, "until")}
          />
        </EntryForm>
      </>
    ),
  });
  return [
    page({ ...base, show: (visit) => show(visit) }),
    form({
      ...base,
      async submit(visit, sent) {
        const [since, until] = [timeOf(sent.get("since")), timeOf(sent.get("until"))];
        const body = { ...(since && { since }), ...(until && { until }) };
        const input = { params: visit.params, body };
        const result = await attempt(() => api.call(visit, "replay_webhook_events", input));
        return show(visit, { sent, ...("error" in result ? { error: result.error } : { done: result.data }) });
      },
    }),
  ];
}

const Done = ({ done: { queued, next_since: next } }: { done: Replayed }): Markup => (
  <Notice tone={queued > 0 ? "good" : "neutral"}>
    {queued === 0 ? tr("No event from that time matches its filters.") : tr("{queued} events are queued.", { queued })}
    {next ? tr(" There are more. Send the form again to continue.") : ""}
  </Notice>
);
