// What a person types for one of their accounts, as the API takes it.
import { isUuid } from "../foundation/schema/formats.ts";
import { BY_EXTERNAL_ID } from "../identity/owner.ts";

/** People know an account by the partner's own id; a UUID is the gateway's. */
export const accountNameOf = (text: string): string =>
  text === "" || isUuid(text) || text.startsWith(BY_EXTERNAL_ID) ? text : BY_EXTERNAL_ID + text;
