// `gateway demo fault`: lists and switches the faults of a running demo.
import { faultPortOf } from "../../../demo/fault-port.ts";
import { StartupError } from "../../foundation/errors.ts";
import { type Print, print } from "./print.ts";
import { terminal } from "./terminal.ts";

const DEFAULT_PORT = 3_000;

interface Listed {
  faults: Print[];
  available: Print[];
}

export async function faultCommand(
  options: Record<string, unknown>,
  provider?: string,
  fault?: string,
): Promise<number> {
  const asJson = options.json === true;
  const port = faultPortOf(Number(terminal().env.PORT) || DEFAULT_PORT);
  const base = typeof options.at === "string" ? options.at : `http://127.0.0.1:${port}`;
  const calls = options.calls === undefined ? undefined : Number(options.calls);
  if (options.off === true) {
    const query = provider === undefined ? "" : `?${new URLSearchParams({ provider })}`;
    print(await ask(base, "DELETE", `/faults${query}`), asJson);
    return 0;
  }
  if (provider !== undefined && fault !== undefined) {
    const body = { provider, fault, account: options.account, calls };
    print(await ask(base, "PUT", "/faults", body), asJson);
    return 0;
  }
  if (provider !== undefined)
    throw new StartupError("Name a fault too, or --off; gateway demo fault lists what there is.");
  const { faults, available } = (await ask(base, "GET", "/faults")) as unknown as Listed;
  if (asJson) print({ faults, available }, true);
  else {
    print({ available }, false);
    print({ faults }, false);
  }
  return 0;
}

async function ask(base: string, method: string, path: string, body?: object): Promise<Print> {
  const address = URL.canParse(path, base) ? new URL(path, base) : null;
  if (!address) throw new StartupError("--at must be the address that the demo prints for its faults.");
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(address, init).catch(() => {
    // Whatever the network says, the developer needs the address.
    return null;
  });
  if (!response)
    throw new StartupError(
      `No demo serves faults at ${base}. Start one, or name the address that it prints with --at.`,
    );
  const json = (await response.json().catch(() => {
    // A body that is not JSON is reported by its status.
    return {};
  })) as { data?: Print; error?: string };
  if (response.ok && json.data) return json.data;
  throw new StartupError(
    json.error ?? `${base} responded with ${response.status}: is it the address of a demo's faults?`,
  );
}
