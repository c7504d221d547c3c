/** @jsxImportSource #pages */
// One delivery of a webhook endpoint: its attempts with what came back, what is sent, and sending it again.

import { Type as t } from "@sinclair/typebox";
import type { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { ErrorText, Notice } from "../../web/pages/components.tsx";
import { Code, Empty, FormattedNumber, Status, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { prettyJson } from "../pretty-json.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import {
  type Attempt,
  DecisionMark,
  type Delivery,
  DeliveryState,
  deliveryPath,
  endpointPath,
  errorText,
} from "./webhook-model.tsx";
import { endpointParams } from "./webhook-pages.tsx";

const params = t.Object({
  ...endpointParams.properties,
  event: t.String({ maxLength: 64, description: "The delivery’s event." }),
});

type DeliveryWithBody = Delivery & { body: object | null };

export function deliveryPage(dashboard: Dashboard): PublicRoute[] {
  const { api } = dashboard;
  const base = {
    id: "delivery",
    path: "/webhooks/{id}/deliveries/{event}",
    access: "user",
    role: "member",
    params,
  } as const;
  return [
    dashboard.page({ ...base, show: (visit) => show(dashboard, visit) }),
    dashboard.form({
      ...base,
      async submit(visit) {
        const { id, event } = visit.params as { id: string; event: string };
        const body = { event_id: event };
        const result = await attempt(() => api.call(visit, "replay_webhook_events", { params: { id }, body }));
        if ("error" in result) return show(dashboard, visit, result.error);
        return done(deliveryPath(id, event), tr("The event is queued again. The attempt appears below."));
      },
    }),
  ];
}

async function show({ deps, api }: Dashboard, visit: PageRequest, error?: AppError): Promise<View> {
  const { id, event } = visit.params as { id: string; event: string };
  const input = { params: { id, event_id: event } };
  const delivery = await api.call(visit, "get_webhook_delivery", input);
  return {
    title: delivery.type,
    lead: (
      <a href={endpointPath(id)}>{rich("{arrow}Webhook endpoint", { arrow: <span aria-hidden="true">← </span> })}</a>
    ),
    action: delivery.is_test ? null : <SendAgain visit={visit} />,
    ...(error && { error }),
    body: (
      <>
        {error ? (
          <Notice tone="bad">
            <ErrorText text={error.message} />
          </Notice>
        ) : null}
        <Attempts visit={visit} delivery={delivery} />
        <Sent delivery={delivery} />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("get_webhook_delivery", input)} id="call" />
      </>
    ),
  };
}

const SendAgain = ({ visit }: { visit: PageRequest }): Markup => (
  <form method="post" action={visit.url.pathname}>
    <FormToken visit={visit} />
    <button type="submit" class="button primary">
      {tr("Send again")}
    </button>
  </form>
);

/** Asks for itself again while there is something to wait for. */
function Attempts({ visit, delivery }: { visit: PageRequest; delivery: Delivery }): Markup {
  const { reader } = visit;
  const polled = delivery.state === "pending" && {
    "data-polled": "",
    "data-hx-get": visit.url.pathname,
    "data-hx-trigger": "every 2s",
    "data-hx-select": "#delivery",
    "data-hx-target": "this",
    "data-hx-swap": "outerHTML",
  };
  return (
    <div id="delivery" {...polled}>
      <dl class="facts small card">
        <dt>{tr("State")}</dt>
        <dd>
          <DeliveryState state={delivery.state} />
        </dd>
        {delivery.next_attempt_at ? (
          <>
            <dt>{tr("Next attempt")}</dt>
            <dd>
              <Time reader={reader} at={delivery.next_attempt_at} format="second" />
            </dd>
          </>
        ) : null}
        <dt>{tr("Queued")}</dt>
        <dd>
          <Time reader={reader} at={delivery.created_at} format="second" />
        </dd>
        <dt>{tr("Event")}</dt>
        <dd>
          <code>{delivery.event_id}</code>
        </dd>
      </dl>
      <section class="section">
        <h2>{tr("Attempts")}</h2>
        {delivery.attempts.length === 0 ? (
          <Empty title={tr("No attempts yet.")} />
        ) : (
          <ol class="attempts">
            {delivery.attempts.toReversed().map((one, index) => (
              <AttemptItem visit={visit} attempt={one} index={index} />
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

const AttemptItem = (props: { visit: PageRequest; attempt: Attempt; index: number }): Markup => {
  const { visit, attempt: one, index } = props;
  return (
    <li class="card">
      <p class="result-line">
        <span>
          <Status tone={one.error === null ? "good" : "bad"}>
            {one.status === null ? tr("No response") : <code>{one.status}</code>}
          </Status>{" "}
          {errorText(one.error)}
        </span>
        <span class="muted small">
          {rich("{at} · {duration_ms} ms", {
            at: <Time reader={visit.reader} at={one.at} format="second" />,
            duration_ms: <FormattedNumber reader={visit.reader} value={one.duration_ms} />,
          })}
        </span>
      </p>
      {one.decision ? (
        <p class="small">
          <DecisionMark of={one} /> {one.decision.problem ? <ErrorText text={one.decision.problem.message} /> : null}
        </p>
      ) : null}
      {one.response ? <Code id={`response-${index}`}>{one.response}</Code> : null}
    </li>
  );
};

function Sent({ delivery: { body } }: { delivery: DeliveryWithBody }): Markup {
  const { text, isCut } = prettyJson(body);
  return (
    <section class="section">
      <h2>{tr("What is sent")}</h2>
      {body === null ? (
        <Empty title={tr("The event was deleted from the inbox, so it can no longer be sent.")} />
      ) : (
        <Code id="sent">{text}</Code>
      )}
      {isCut ? <p class="small muted">{tr("The first 64 KB.")}</p> : null}
    </section>
  );
}
