// The body of a webhook's message about an event.
import type { eventView } from "../log/model.ts";

/** Its status in the inbox may change between two attempts, and one id stands for one body. */
export function messageBody({ status: _, ...data }: ReturnType<typeof eventView>) {
  return { type: data.type, timestamp: data.occurred_at, data };
}
