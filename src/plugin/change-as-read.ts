// A change that rests on what was read: it is sent with the entity tag, so that it overwrites nobody else's.
import { Type as t } from "@sinclair/typebox";
import { type Failure, Refusal, type Upstream, type UpstreamRequest, type UpstreamResponse } from "./endpoint.ts";

const ATTEMPTS = 3;
/** 412, where somebody else's change came between; nothing was written then. */
const CHANGED_MEANWHILE: Failure = "conflict";

/** An entity tag as a header can carry it: RFC 9110, section 8.8.3. */
export const entityTag = t.String({ pattern: "^[\\u0021-\\u007e]{1,1000}$" });

/** What is sent; the entity tag is that of what was read, or null where the change can overwrite nothing. */
export interface ChangeAsRead {
  etag: string | null;
  request: UpstreamRequest;
}

/**
 * Reads a thing and sends the change that `changeOf` makes of it, with `If-Match` (RFC 9110, section 13.1.1). Where another
 * change came between, it reads and sends again, three times in all. Without a change the response of the read is the result.
 */
export async function changeAsRead(
  upstream: Upstream,
  read: UpstreamRequest,
  changeOf: (json: unknown) => ChangeAsRead | null,
): Promise<UpstreamResponse> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await upstream.request(read);
    const change = changeOf(found.json);
    if (!change) return found;
    const { etag, request } = change;
    if (etag === null) return upstream.request(request);
    const headers = { ...request.headers, "if-match": etag };
    const response = await upstream.attempt({ ...request, headers }, [CHANGED_MEANWHILE]);
    if (response) return response;
  }
  throw new Refusal(
    CHANGED_MEANWHILE,
    "Somebody else changes it at the same time. Nothing was written: read it, and try again.",
    "changed_meanwhile",
  );
}
