// Registers a webhook endpoint by its URL: a program that does so at each start has one endpoint with one secret.
import { invalidInput } from "../../foundation/errors.ts";
import { parseEndpointUrl } from "../../foundation/network/address.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { findEndpointByUrl } from "./endpoint-store.ts";
import { addEndpoint, changeEndpoint, eventTypeErrors, tooManyEndpoints, visibleTo } from "./endpoints.ts";
import { type CreateEndpointBody, endpointView } from "./model.ts";

/** Changes the fields that are sent of the endpoint at this URL, or creates it, which alone gives a secret. */
export async function putEndpoint(deps: Deps, caller: Caller, body: CreateEndpointBody, initiator: Initiator) {
  const changed = await changeAtUrl(deps, caller, body, initiator);
  if (changed) return changed;
  const errors = eventTypeErrors(deps, body);
  if (errors.length > 0) throw invalidInput(errors);
  const created = await addEndpoint(deps, caller, body, initiator, true);
  if (created) return { ...created, created: true };
  // Another request may have created it meanwhile.
  const made = await changeAtUrl(deps, caller, body, initiator);
  if (!made) throw tooManyEndpoints();
  return made;
}

async function changeAtUrl(deps: Deps, caller: Caller, body: CreateEndpointBody, initiator: Initiator) {
  const parsed = parseEndpointUrl(body.url, deps.config);
  const row = "error" in parsed ? null : await findEndpointByUrl(deps.database, visibleTo(caller), parsed.url.href);
  if (!row) return null;
  const { url: _url, ...fields } = body;
  const view =
    Object.keys(fields).length === 0
      ? endpointView(deps, row)
      : await changeEndpoint(deps, caller, row.id, fields, initiator);
  return { ...view, created: false };
}
