/** @jsxImportSource #pages */
// The table of an endpoint's deliveries: what was sent, how it went, and what the response decided.
import { Tag } from "../../web/pages/components.tsx";
import { Time } from "../../web/pages/data.tsx";
import { tr } from "../../web/pages/messages.ts";
import type { PageRequest } from "../visit.ts";
import { DecisionMark, type Delivery, DeliveryState, deliveryPath } from "./webhook-model.tsx";

export const deliveryColumns = (visit: PageRequest, id: string) => [
  {
    title: tr("Event"),
    cell: ({ event_id, type, is_test, is_replay, attempts }: Delivery) => (
      <>
        <a href={deliveryPath(id, event_id)}>
          <code>{type}</code>
        </a>{" "}
        {is_test ? <Tag tone="neutral">{tr("test")}</Tag> : null}
        {is_replay ? <Tag tone="neutral">{tr("replay")}</Tag> : null}
        <DecisionMark of={attempts.at(-1)} />
      </>
    ),
  },
  { title: tr("State"), cell: ({ state }: Delivery) => <DeliveryState state={state} /> },
  {
    title: tr("Status"),
    hideOnNarrow: true,
    isNumber: true,
    cell: ({ attempts }: Delivery) => <code>{attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? "—"}</code>,
  },
  { title: tr("Attempts"), isNumber: true, cell: ({ attempts }: Delivery) => attempts.length },
  {
    title: tr("Next attempt"),
    hideOnNarrow: true,
    cell: ({ next_attempt_at: at }: Delivery) => <Time reader={visit.reader} at={at} none="—" />,
  },
  {
    title: tr("Queued"),
    hideOnNarrow: true,
    cell: ({ created_at: at }: Delivery) => <Time reader={visit.reader} at={at} format="second" />,
  },
];
