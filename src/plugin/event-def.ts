// What the declarations of pushed and of polled events have in common.
import type { TSchema } from "@sinclair/typebox";
import { withPreviousFields } from "./previous-fields.ts";
import type { EventDef, EventView, Payload } from "./webhook.ts";

const NO_VIEW = { summary: null, actor: null, url: null, occurredAt: null };

/** The definition with the schemas and the `map` of its payload, a view without gaps, and fields under their former names. */
export function eventOf(def: { view: (payload: never) => EventView; payload?: Payload<TSchema> }) {
  const { payload, view, ...own } = def;
  const read = payload && { raw: payload.raw, shape: payload.shape, map: (raw: never) => payload.map(raw) };
  const mapped = { ...own, ...read } as typeof own & Pick<EventDef, "shape" | "map">;
  return withPreviousFields({ ...mapped, view: (payload: never) => ({ ...NO_VIEW, ...view(payload) }) });
}
