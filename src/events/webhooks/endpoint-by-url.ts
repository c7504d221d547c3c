// Registers a webhook endpoint by its URL: a program that does so at each start has one endpoint with one secret.
import { findAppError, invalidInput } from "../../foundation/errors.ts";
import { parseEndpointUrl } from "../../foundation/network/address.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { findEndpointByUrl } from "./endpoint-store.ts";
import { addEndpoint, changeEndpoint, eventTypeErrors, tooManyEndpoints, visibleTo } from "./endpoints.ts";
import { type CreateEndpointBody, endpointView } from "./model.ts";

/** Others may create or delete the endpoint between a look and what follows from it. */
const ATTEMPTS = 3;

/** Changes the fields that are sent of the endpoint at this URL, or creates it, which alone gives a secret. */
export async function putEndpoint(deps: Deps, caller: Caller, body: CreateEndpointBody, initiator: Initiator) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const changed = await changeAtUrl(deps, caller, body, initiator);
    if (changed) return changed;
    const errors = eventTypeErrors(deps, body);
    if (errors.length > 0) throw invalidInput(errors);
    const created = await addEndpoint(deps, caller, body, initiator, true);
    if (created) return { ...created, created: true };
  }
  throw tooManyEndpoints();
}

/** Null where there is none, or none any more. */
async function changeAtUrl(deps: Deps, caller: Caller, body: CreateEndpointBody, initiator: Initiator) {
  const parsed = parseEndpointUrl(body.url, deps.config);
  const row = "error" in parsed ? null : await findEndpointByUrl(deps.database, visibleTo(caller), parsed.url.href);
  if (!row) return null;
  const { url: _url, ...fields } = body;
  if (Object.keys(fields).length === 0) return { ...endpointView(deps, row), created: false };
  try {
    return { ...(await changeEndpoint(deps, caller, row.id, fields, initiator)), created: false };
  } catch (error) {
    if (findAppError(error)?.code === "NOT_FOUND") return null;
    throw error;
  }
}
