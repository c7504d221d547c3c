// Checks what a plugin declares of events: its webhook, its sources, and the settings that both need.
import { PROVIDER_SETTINGS } from "../../foundation/config/provider-settings.ts";
import {
  type EventDef,
  FAILURES,
  type Poll,
  type PolledEventDef,
  type Provider,
  type Push,
  type Source,
  type Webhook,
} from "../../plugin/index.ts";
import { isAnchored, isHttps, isSchema, KEY, type Report } from "./violation-report.ts";

const NO_FUNCTION = "must be a function.";
const NO_PATTERN = "must be a regular expression of the whole value: /^…$/, without the flags g and y.";

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Reports the fields that are there and are no functions; those of `needed` must be there. */
function checkFunctions(
  where: string,
  part: object,
  needed: readonly string[],
  optional: readonly string[],
  report: Report,
) {
  const fields = part as Record<string, unknown>;
  const wrong = [...needed, ...optional.filter((field) => fields[field] !== undefined)];
  for (const field of wrong) if (typeof fields[field] !== "function") report(`${where}.${field}`, NO_FUNCTION);
}

export function checkWebhook(plugin: Partial<Provider>, report: Report): void {
  const { webhook } = plugin;
  if (webhook === undefined) return;
  if (!isObject(webhook)) return void report("webhook", "must be an object.");
  checkFunctions("webhook", webhook, ["verify", "eventId"], ["subject", "handshake", "endsSubscription"], report);
  if (webhook.subject === undefined && !isOnlyOwnAddresses(plugin))
    report("webhook.subject", "is missing: it is optional only if every request comes to a source's own address.");
  if (webhook.items !== undefined && typeof webhook.items !== "string")
    report("webhook.items", "must be a dotted path.");
  if (webhook.signsBody !== undefined && webhook.signsBody !== false)
    report("webhook.signsBody", "must be false, or left out.");
  if (webhook.jwksUrl !== undefined && !isHttps(webhook.jwksUrl)) report("webhook.jwksUrl", "must be an https URL.");
  checkTriggers(plugin, webhook, report);
  const events = Object.entries(webhook.events ?? {});
  if (events.length === 0 && Object.keys(webhook.triggersPoll ?? {}).length === 0)
    report("webhook.events", "must name at least one kind of event, unless the webhook triggers polls.");
  for (const [type, def] of events) {
    const where = `webhook.events.${type}`;
    checkEvent(plugin, where, type, def, report);
    checkFunctions(where, def ?? {}, ["match"], ["fetch"], report);
    if (def?.revokes !== undefined && def.revokes !== true) report(`${where}.revokes`, "must be true, or left out.");
  }
}

function isOnlyOwnAddresses({ sources }: Partial<Provider>): boolean {
  const pushes = Object.values(sources ?? {}).flatMap((source) => source?.push ?? []);
  return pushes.length > 0 && pushes.every(({ deliversTo }) => deliversTo === "source");
}

function checkTriggers({ sources }: Partial<Provider>, { triggersPoll }: Webhook, report: Report): void {
  if (triggersPoll === undefined) return;
  if (!isObject(triggersPoll)) return void report("webhook.triggersPoll", "must be an object.");
  for (const [name, isTrigger] of Object.entries(triggersPoll)) {
    if (typeof isTrigger !== "function") report(`webhook.triggersPoll.${name}`, NO_FUNCTION);
    if (!Object.hasOwn(sources ?? {}, name)) report(`webhook.triggersPoll.${name}`, "is not a source of the plugin.");
    else if (!sources?.[name]?.poll) report(`webhook.triggersPoll.${name}`, "is a source without a poll.");
  }
}

/** What an event of a webhook and one of a poll have both. */
function checkEvent(
  { services = {} }: Partial<Provider>,
  where: string,
  type: string,
  def: EventDef | PolledEventDef | undefined,
  report: Report,
): void {
  const [service = "", what = "", ...rest] = type.split(".");
  if (!Object.hasOwn(services ?? {}, service) || !KEY.test(what) || rest.length > 0)
    report(where, "must be named <service>.<what>, with a declared service.");
  checkFunctions(where, def ?? {}, ["map", "view"], [], report);
  if (!isSchema(def?.raw) || !isSchema(def?.shape)) report(where, "needs the schemas raw and shape.");
  checkDescription(where, def, report);
}

function checkDescription(where: string, part: { description?: unknown } | undefined, report: Report): void {
  if (typeof part?.description !== "string" || part.description === "") report(`${where}.description`, "is missing.");
}

export function checkSources(plugin: Partial<Provider>, permissions: ReadonlySet<string>, report: Report): void {
  const { sources } = plugin;
  if (sources === undefined) return;
  if (!isObject(sources)) return void report("sources", "must be an object.");
  for (const [name, source] of Object.entries(sources)) {
    const where = `sources.${name}`;
    if (!KEY.test(name)) report(where, "must be named by a lower-case word.");
    if (!isObject(source)) report(where, "must be an object.");
    else checkSource(plugin, where, source, permissions, report);
  }
}

function checkSource(
  plugin: Partial<Provider>,
  where: string,
  source: Source,
  permissions: ReadonlySet<string>,
  report: Report,
): void {
  checkDescription(where, source, report);
  if (!permissions.has(source.permission))
    report(`${where}.permission`, `"${source.permission}" is not declared under services.`);
  if (source.pollsWithWebhook !== undefined && (source.pollsWithWebhook !== true || source.push))
    report(`${where}.pollsWithWebhook`, "must be true, in a source without push, or left out.");
  if (source.isDefault !== undefined && source.isDefault !== false)
    report(`${where}.isDefault`, "must be false, or left out.");
  if (source.resource !== undefined) {
    checkDescription(`${where}.resource`, source.resource, report);
    if (!isAnchored(source.resource?.pattern)) report(`${where}.resource.pattern`, NO_PATTERN);
  }
  if (source.push === undefined && source.poll === undefined) report(where, "needs push or poll.");
  if (source.push !== undefined) checkPush(plugin, `${where}.push`, source.push, report);
  if (source.poll !== undefined) checkPoll(`${where}.poll`, source, source.poll, report);
  const events = Object.entries(source.events ?? {});
  if (source.poll !== undefined && events.length === 0)
    report(`${where}.events`, "must name at least one kind of event that the poll finds.");
  if (source.poll === undefined && events.length > 0)
    report(`${where}.events`, "are only for events of a poll: declare pushed events under webhook.events.");
  for (const [type, def] of events) {
    checkEvent(plugin, `${where}.events.${type}`, type, def, report);
    checkFunctions(`${where}.events.${type}`, def ?? {}, ["id"], ["match"], report);
  }
}

const OPTIONAL_OF_PUSH = ["readSecret", "secretIn", "renew", "renewed", "unsubscribe", "check", "isActive"];

function checkPush({ webhook, settings = {} }: Partial<Provider>, where: string, push: Push, report: Report): void {
  if (!isObject(push)) return void report(where, "must be an object.");
  if (webhook === undefined) report(where, "needs a webhook that reads what the provider sends.");
  if (push.deliversTo !== "source" && push.deliversTo !== "provider")
    report(`${where}.deliversTo`, 'must be "source" or "provider".');
  const { needs = [] } = push;
  if (!Array.isArray(needs) || needs.some((name) => !Object.hasOwn(settings ?? {}, name)))
    report(`${where}.needs`, "must be a list of names in the plugin's settings.");
  checkFunctions(where, push, ["subscribe", "subscribed"], OPTIONAL_OF_PUSH, report);
  if (Boolean(push.readSecret) !== Boolean(push.secretIn))
    report(`${where}.secretIn`, "and readSecret need each other: the request, and what its response says.");
  if (push.renewed && !push.renew) report(`${where}.renewed`, "reads the response to renew, which is missing.");
  if (push.isActive && !push.check) report(`${where}.isActive`, "reads the response to check, which is missing.");
  if (push.renewEveryS !== undefined && !(push.renewEveryS >= 60))
    report(`${where}.renewEveryS`, "must be at least 60 seconds.");
}

function checkPoll(where: string, { push }: Source, poll: Poll, report: Report): void {
  if (!isObject(poll)) return void report(where, "must be an object.");
  checkFunctions(where, poll, ["start", "next"], [], report);
  if (poll.everyS !== undefined && !(poll.everyS >= 10)) report(`${where}.everyS`, "must be at least 10 seconds.");
  if (poll.requiresSubscription !== undefined && (poll.requiresSubscription !== true || push === undefined))
    report(`${where}.requiresSubscription`, "must be true, in a source with push, or left out.");
  const { positionLostOn = [] } = poll;
  if (!Array.isArray(positionLostOn) || positionLostOn.some((failure) => !FAILURES.includes(failure)))
    report(`${where}.positionLostOn`, `must be a list of ${FAILURES.join(", ")}.`);
}

/** Names that mean something in every provider's environment. */
const RESERVED_SETTINGS: readonly string[] = [...PROVIDER_SETTINGS, "EVENTS"];

export function checkSettings({ settings }: Partial<Provider>, report: Report): void {
  if (settings === undefined) return;
  if (!isObject(settings)) return void report("settings", "must be an object.");
  for (const [name, setting] of Object.entries(settings)) {
    const where = `settings.${name}`;
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name)) report(where, "must be named in UPPER_SNAKE.");
    else if (RESERVED_SETTINGS.includes(name)) report(where, "is a setting of every provider.");
    checkDescription(where, setting, report);
    if (!isAnchored(setting?.pattern)) report(`${where}.pattern`, NO_PATTERN);
  }
}
