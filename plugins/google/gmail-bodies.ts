// Fetches the long bodies of messages, for which Gmail sends only an attachment id.
import { checked, path, type Static, t, type Upstream, valueAt } from "gateway/plugin";
import { bodyParts, brokenData, isMissing, WithParts } from "./gmail-parts.ts";
import { mapConcurrently } from "./map-concurrently.ts";

/** Each costs a request of 20 quota units, and the gateway holds them in memory: what exceeds these stays out, and is marked. */
const MAX_PARTS = 30;
const MAX_BYTES = 12_000_000;

const Message = t.Composite([t.Object({ id: t.String() }), WithParts]);

/**
 * Puts the long bodies into the messages, the last message's first. A part that is too much, or is gone since, stays missing,
 * and the message says that its body is truncated.
 */
export async function fillBodies(messages: readonly unknown[], upstream: Upstream, maxPartBytes = MAX_BYTES) {
  const missing = messages.toReversed().flatMap((json) => {
    const { id, payload }: Static<typeof Message> = checked(Message, json);
    return bodyParts(payload).flatMap((part) => (isMissing(part) ? [{ id, body: part.body ?? {} }] : []));
  });
  let bytes = 0;
  const chosen = missing
    .filter(({ body: { size = 0 } }) => {
      const fits = size <= maxPartBytes && bytes + size <= MAX_BYTES;
      if (fits) bytes += size;
      return fits;
    })
    .slice(0, MAX_PARTS);
  await mapConcurrently(chosen, async ({ id, body }) => {
    const response = await upstream.attempt(
      { path: path`/gmail/v1/users/me/messages/${id}/attachments/${body.attachmentId ?? ""}` },
      ["not_found"],
    );
    if (response === null) return;
    const data = valueAt(response.json, "data") ?? (body.size ? undefined : "");
    if (typeof data !== "string") throw brokenData();
    body.data = data;
  });
}
