// `gateway trigger`: makes an event of any type, marked as a test, in the inbox of a key's user or account.
import { StartupError } from "../../foundation/errors.ts";
import { callWithKey, openKeyApi } from "./key-api.ts";
import { type Print, print } from "./print.ts";

export async function triggerCommand(options: Record<string, unknown>, type?: string): Promise<number> {
  const asJson = options.json === true;
  if (type === undefined && options.list !== true)
    throw new StartupError("Name a type of event, such as gmail.message_received; --list shows all.");
  const api = openKeyApi(options);
  if (options.list === true) {
    print((await callWithKey(api, "GET", "/api/v1/inbox/event-types")) as Print, asJson);
    return 0;
  }
  const { provider } = options;
  const body = { type, ...(provider !== undefined && { provider }) };
  const event = (await callWithKey(api, "POST", "/api/v1/inbox/test-events", body)) as Print;
  print(asJson ? event : { type: event.type, id: event.id, title: event.title }, asJson);
  return 0;
}
