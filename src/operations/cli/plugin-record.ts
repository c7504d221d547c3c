// `gateway plugin record`: makes a call that the gateway recorded once more, and writes it as a fixture of its endpoint.
import { readConfig } from "../../foundation/config/config.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { recordedArguments } from "../../plugin-kit/try/recorded-arguments.ts";
import { type RecordedRequest, recordedCall, type Wanted } from "../../plugin-kit/try/recorded-call.ts";
import { differenceOf, effectOf } from "../../plugin-kit/try/recorded-outcome.ts";
import { type TryResult, tryEndpoint } from "../../plugin-kit/try/try-endpoint.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { openAdminApi } from "./admin-api.ts";
import { namedPlugin } from "./named-plugin.ts";
import { print, printNote, printText } from "./print.ts";
import { terminal } from "./terminal.ts";
import { assertFolder, firstFreeFile, freeFile, writeFixture, writtenText } from "./write-fixture.ts";

type Options = Record<string, unknown>;

/** Returns 1 where the fixture must be completed by hand. */
export async function recordRequest(
  platform: Platform,
  { folder, endpoint: wanted }: { folder: string; endpoint: string | undefined },
  options: Options,
): Promise<number> {
  assertFolder(folder, "plugin record");
  const provider = await namedPlugin(folder, []);
  const request = await readRequest(platform, options);
  const { call, endpoint } = recordedCall(provider, request, wantedOf(wanted, options), Date.now());
  const args = recordedArguments(endpoint, call.evidence.request, (options.set ?? []) as string[]);
  const chosen =
    options.case === undefined ? null : freeFile(folder, endpoint.key, String(options.case), "--case empty");
  confirmEffect(endpoint, args, options);
  const config = readConfig(terminal().env);
  const trial = await tryEndpoint({
    provider,
    endpoint: endpoint.key,
    arguments: args,
    settings: config.provider(provider.id, Object.keys(provider.settings ?? {})),
    env: terminal().env,
    fetch: (url, init) => fetch(url, init),
    ...(options.auth !== undefined && { auth: String(options.auth) }),
    mayWrite: true,
    withIdentity: options.withIdentity === true,
  });
  const file = chosen ?? fileFor(folder, endpoint, trial);
  const filled = await writeFixture(provider, { folder, file }, trial, args);
  const differs = differenceOf(provider, call, trial);
  if (options.json === true) print({ file, missing: filled.missing, differs }, true);
  else {
    if (differs !== null) printNote(differs);
    printText(writtenText(file, filled));
  }
  return filled.missing === null ? 0 : 1;
}

async function readRequest(platform: Platform, { request, user }: Options): Promise<RecordedRequest> {
  const api = await openAdminApi(platform, "existing");
  try {
    return await api.call("admin_show_request", {
      params: { request_id: String(request) },
      ...(user !== undefined && { query: { user: String(user) } }),
    });
  } finally {
    await api.close();
  }
}

const wantedOf = (endpoint: string | undefined, { entry }: Options): Wanted => ({
  ...(endpoint !== undefined && { endpoint }),
  ...(entry !== undefined && { entry: String(entry) }),
});

/** Throws `StartupError` before a call that changes something, unless the author allows it. */
function confirmEffect(endpoint: RegisteredEndpoint, args: Record<string, unknown>, { write }: Options): void {
  const effect = effectOf(endpoint, args);
  if (effect === null) return;
  if (write !== true)
    throw new StartupError(
      `${endpoint.tool} ${effect}. Recording it makes the call again with your own credential, so that happens once more: add --write if it may.`,
    );
  printNote(`${endpoint.tool} is called again, which ${effect}.`);
}

/** A failure is a case of its own; a success is the plain case while there is none. */
function fileFor(folder: string, { key }: RegisteredEndpoint, { outcome }: TryResult): string {
  if (!("failure" in outcome)) return firstFreeFile(folder, key, [null, "recorded"], "recorded");
  const name = outcome.failure.failure.replaceAll("_", "-");
  return firstFreeFile(folder, key, [name], name);
}
