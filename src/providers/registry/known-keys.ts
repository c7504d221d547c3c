// Refuses what the contract does not know, by name: a mistyped key would be left out in silence, with what it should do.
import type {
  ApiKey,
  Basic,
  CallbackValue,
  ClientCredentials,
  CredentialField,
  Endpoint,
  EventDef,
  IdentityRequest,
  OAuth,
  Pagination,
  PermissionDef,
  Poll,
  PolledEventDef,
  Provider,
  Push,
  Resource,
  ReturnsMany,
  ReturnsOne,
  ReturnsStream,
  Source,
  TenantField,
  Webhook,
} from "../../plugin/index.ts";
import { each, type Known, known, type Rule, unknownKeys } from "./unknown-keys.ts";
import type { Report } from "./violation-report.ts";

const FIELD: Record<keyof Required<CredentialField>, null> = {
  label: null,
  help: null,
  steps: null,
  link: null,
  pattern: null,
  example: null,
  secret: null,
};
const { secret: _secret, ...TENANT_FIELD } = FIELD;
const FIELDS = each(known<CredentialField>(FIELD));
const POSITION: Known = { keys: { header: null, scheme: null, query: null } };
const RESOURCE = known<Resource<never, never>>({ raw: null, shape: null, map: null });

const IDENTITY = known<IdentityRequest>({
  upstream: null,
  method: null,
  json: null,
  at: null,
  resource: RESOURCE,
  responseFormat: null,
  refusalStatuses: null,
});

const AUTH = known<Provider["auth"]>({
  oauth2: known<OAuth>({
    authorizationUrl: null,
    tokenUrl: null,
    identity: IDENTITY,
    revocationUrl: null,
    revoke: null,
    checkCallback: null,
    credential: POSITION,
    revocationScope: null,
    issuer: null,
    sendsIssuer: null,
    pkce: null,
    clientAuth: null,
    tokenBody: null,
    tokenFormat: null,
    tokenParams: null,
    scopeSeparator: null,
    identityScopes: null,
    authorizationParams: null,
    identifiesPeople: null,
    authorize: null,
    tokens: null,
    implies: null,
    tokenError: null,
    deadGrantErrors: null,
    expiredGrantErrors: null,
    clientErrors: null,
  }),
  api_key: known<ApiKey>({ fields: FIELDS, identity: IDENTITY, value: null, credential: POSITION }),
  basic: known<Basic>({ fields: FIELDS, identity: IDENTITY, username: null, password: null }),
  client_credentials: known<ClientCredentials>({
    fields: FIELDS,
    identity: IDENTITY,
    tokenUrl: null,
    clientAuth: null,
    tokenBody: null,
    tokenFormat: null,
    params: null,
    tokens: null,
    credential: POSITION,
  }),
});

const PAGINATION = known<Pagination>({ max: null, min: null, keepsSize: null, apply: null, next: null });

const RETURNS = known<ReturnsOne & ReturnsMany & ReturnsStream>({
  kind: null,
  resource: RESOURCE,
  at: null,
  collection: null,
  pagination: PAGINATION,
  absentWhenEmpty: null,
  format: null,
  end: null,
  by: null,
});

const ENDPOINT = known<Endpoint>({
  method: null,
  path: null,
  params: null,
  permission: null,
  alsoNeeds: null,
  description: null,
  keywords: null,
  previousNames: null,
  effect: null,
  reaches: { keys: { when: null } },
  spends: null,
  recipients: null,
  isPublic: null,
  idempotent: null,
  readAs: each({ keys: { absent: null } }),
  query: null,
  body: null,
  maxBodyBytes: null,
  fileFields: null,
  returns: RETURNS,
  credential: null,
  responseFormat: null,
  upstream: null,
  run: null,
});

const WEBHOOK = known<Webhook>({
  verify: null,
  bodyFormat: null,
  signsBody: null,
  jwksUrl: null,
  addressChecks: null,
  handshake: null,
  items: null,
  eventId: null,
  subject: null,
  triggersPoll: null,
  endsSubscription: null,
  acceptedStatus: null,
  events: each(
    known<EventDef>({
      description: null,
      match: null,
      raw: null,
      shape: null,
      fetch: null,
      map: null,
      view: null,
      revokes: null,
      previousNames: null,
    }),
  ),
});

const SOURCE = known<Source>({
  description: null,
  previousNames: null,
  permission: null,
  resource: { keys: { description: null, pattern: null } },
  isDefault: null,
  pollsWithWebhook: null,
  push: known<Push>({
    deliversTo: null,
    needs: null,
    subscribe: null,
    subscribed: null,
    readSecret: null,
    secretIn: null,
    renew: null,
    renewed: null,
    renewEveryS: null,
    unsubscribe: null,
    check: null,
    isActive: null,
  }),
  poll: known<Poll>({
    everyS: null,
    start: null,
    next: null,
    requiresSubscription: null,
    sharesEventIds: null,
    positionLostOn: null,
  }),
  events: each(
    known<PolledEventDef>({
      description: null,
      match: null,
      id: null,
      raw: null,
      shape: null,
      map: null,
      view: null,
      previousNames: null,
    }),
  ),
});

export const PROVIDER = known<Provider>({
  id: null,
  name: null,
  docs: null,
  mark: known<NonNullable<Provider["mark"]>>({ path: null, color: null }),
  contract: null,
  version: null,
  baseUrl: null,
  headers: null,
  query: null,
  tenant: each(
    known<TenantField & CallbackValue>({
      ...TENANT_FIELD,
      default: null,
      selfHosted: null,
      from: null,
      parameter: null,
    }),
  ),
  bot: { keys: { scheme: null } },
  getWrites: null,
  downloadHosts: null,
  linkHosts: null,
  auth: AUTH,
  services: null,
  keywords: null,
  previousNames: null,
  translations: null,
  identity: IDENTITY,
  failure: null,
  webhook: WEBHOOK,
  sources: each(SOURCE),
  settings: each({ keys: { description: null, pattern: null } }),
  endpoints: each(ENDPOINT),
});
const PERMISSION = known<PermissionDef>({ scopes: null, description: null, previousNames: null });

/** Names that had another place; the checks of their parts say which they have now. */
const REPORTED_ELSEWHERE = ["app", "as", "oauth", "hints"];

/** Reports every key at any depth that the contract does not know. */
export function checkKeys(plugin: object, report: Report): void {
  const { services, keywords, previousNames } = plugin as {
    services?: Record<string, object>;
    keywords?: object;
    previousNames?: object;
  };
  const ofServices = { keys: Object.fromEntries(namesOf(services).map((name): [string, Rule] => [name, null])) };
  const unknown = [
    ...unknownKeys(plugin, PROVIDER),
    ...unknownKeys(services, each(each(PERMISSION)), "services"),
    ...unknownKeys(keywords, ofServices, "keywords"),
    ...unknownKeys(previousNames, ofServices, "previousNames"),
  ];
  for (const { key, within, message } of unknown) {
    if (!REPORTED_ELSEWHERE.includes(key)) report(within === "" ? key : `${within}.${key}`, message);
  }
}

const namesOf = (value: unknown) => (typeof value === "object" && value !== null ? Object.keys(value) : []);
