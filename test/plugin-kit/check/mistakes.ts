// Mistakes that contributors make, each in a copy of docs/examples/acme, with the sentence that the check says about it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../../support/sources.ts";

export interface Example {
  folder: string;
  change(file: string, from: string, to: string): void;
  write(file: string, text: string): void;
  read(file: string): string;
  remove(file: string): void;
}

const made: string[] = [];

export function copyOfExample(): Example {
  const parent = mkdtempSync(join(tmpdir(), "gateway-mistakes-"));
  made.push(parent);
  const folder = join(parent, "acme");
  cpSync(join(ROOT, "docs/examples/acme"), folder, { recursive: true });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  return {
    folder,
    read,
    write,
    change(file, from, to) {
      const text = read(file);
      if (!text.includes(from)) throw new Error(`${file} does not hold: ${from}`);
      write(
        file,
        text.replace(from, () => to),
      );
    },
    remove: (file) => rmSync(join(folder, file)),
  };
}

export function removeExamples(): void {
  for (const parent of made.splice(0)) rmSync(parent, { recursive: true, force: true });
}

export interface Mistake {
  /** As the document says it. */
  what: string;
  make: (example: Example) => void;
  /** `<field or file>: <sentence>`. */
  sentence: string;
}

const inSource =
  (from: string, to: string): Mistake["make"] =>
  ({ change }) =>
    change("index.ts", from, to);
const inFixture =
  (file: string, from: string, to: string): Mistake["make"] =>
  ({ change }) =>
    change(`fixtures/${file}.json`, from, to);
/** The task as a resource with a `map` of its own. */
const withMap =
  (map: string, id = "rawId"): Mistake["make"] =>
  ({ change }) => {
    const record = 'record({ id: field.id(), title: field.text(), is_done: field.flag({ from: "done" }) })';
    const raw = `t.Object({ id: ${id}, title: t.String(), done: t.Boolean() })`;
    const shape = "t.Object({ id: t.String(), title: t.String(), is_done: t.Boolean() })";
    change("index.ts", record, `resource({\n  raw: ${raw},\n  shape: ${shape},\n  map: ${map},\n})`);
    change("index.ts", "record, t }", "rawId, record, resource, t }");
  };
/** A poll of the tasks with this `next`, and a fixture of it. */
const withPoll =
  (next: string): Mistake["make"] =>
  ({ change, write }) => {
    const event = `polledEvent({
      description: "A task was changed.",
      id: ({ id }) => id,
      raw: t.Object({ id: t.String() }),
      shape: t.Object({ id: t.String() }),
      map: ({ id }) => ({ id }),
      view: ({ id }) => ({ title: id, summary: null, actor: null, url: null, occurredAt: null }),
    })`;
    const poll = `{ start: async () => "0", next: ${next} }`;
    const source = `{ description: "Tasks.", permission: "tasks.read", poll: ${poll}, events: { "tasks.changed": ${event} } }`;
    change("index.ts", "  endpoints: {", `  sources: { tasks: ${source} },\n  endpoints: {`);
    change("index.ts", "record, t }", "path, polledEvent, record, t, valueAt }");
    const exchange = {
      request: { url: "https://api.acme.example/v1/changes?after=7" },
      response: { json: { is_last: true } },
    };
    const page = { position: "7", more: false, events: [] };
    write("fixtures/sources/tasks.poll.json", JSON.stringify({ position: "7", upstream: [exchange], page }));
  };
const token = ["xoxb", "123456789012", "1234567890123", "AbCdEfGhIjKlMnOpQrStUvWx"].join("-");

export const MISTAKES: readonly Mistake[] = [
  {
    what: "the folder's name is the id, unless it is a [package](life.md#as-a-package)",
    make: inSource('id: "acme"', 'id: "acmetasks"'),
    sentence: 'id: is "acmetasks" but the folder is "acme" (index.ts:8).',
  },
  {
    what: "a field that the shape does not name: the gateway cuts it",
    make: withMap("(raw) => ({ id: String(raw.id), title: raw.title, is_done: raw.done, owner: 7 })"),
    sentence: "fixtures/list_tasks.json: The result has a field that the declared shape does not name, at /owner.",
  },
  {
    what: "a mistyped key of `auth.oauth2`",
    make: inSource("pkce: true,", 'pkce: true,\n      scopeSeperator: ",",'),
    sentence: "auth.oauth2.scopeSeperator: unknown key `scopeSeperator`; did you mean `scopeSeparator`? (index.ts:17)",
  },
  {
    what: "a mistyped key of an endpoint",
    make: inSource('permission: "tasks.read",', 'permission: "tasks.read",\n      keyword: ["todo"],'),
    sentence: "endpoints.list_tasks.keyword: unknown key `keyword`; did you mean `keywords`? (index.ts:33)",
  },
  {
    what: "`hints` has another form now",
    make: inSource('method: "PATCH",', 'method: "PATCH",\n      hints: { destroys: true },'),
    sentence: "endpoints.update_task.hints: is now `effect`, `reaches` and `idempotent` of the endpoint (index.ts:43).",
  },
  {
    what: "a mistyped option of a paging style",
    make: inSource('param: "cursor"', 'parm: "cursor"'),
    sentence: "index.ts:38: pages.cursor: unknown key `parm`; did you mean `param`?",
  },
  {
    what: "a mistyped option of a record's field",
    make: inSource('from: "done"', 'form: "done"'),
    sentence: "index.ts:4: field.flag: unknown key `form`; did you mean `from`?",
  },
  {
    what: "a mistyped option of a schema",
    make: inSource("minLength: 1", "minLenght: 1"),
    sentence: "index.ts:49: t.String: unknown key `minLenght`; did you mean `minLength`?",
  },
  {
    what: "a URL without https; for a stand-in use the providers file",
    make: inSource('baseUrl: "https:', 'baseUrl: "http:'),
    sentence: "baseUrl: must be an https URL (index.ts:11).",
  },
  {
    what: "the plugin says nothing about PKCE",
    make: inSource("      pkce: true,\n", ""),
    sentence: "auth.oauth2.pkce: must be true, or false if the provider refuses it (index.ts:13).",
  },
  {
    what: "the status of a success among those of refusals",
    make: inSource("resource: person }", "resource: person, refusalStatuses: [200] }"),
    sentence: "identity.refusalStatuses: must be a list of statuses of refusals, from 400 to 599 (index.ts:27).",
  },
  {
    what: "a typing error; the compiler says so too",
    make: inSource('permission: "tasks.read"', 'permission: "task.read"'),
    sentence: 'endpoints.list_tasks.permission: "task.read" is not declared under services (index.ts:32).',
  },
  {
    what: "users would grant scopes for nothing",
    make: inSource(
      "services: {\n    tasks: {",
      'services: {\n    tasks: {\n      admin: { scopes: [], description: "Administer." },',
    ),
    sentence: "services.tasks.admin: is not used by any endpoint or source (index.ts:23).",
  },
  {
    what: "every path parameter has one",
    make: inSource('params: { id: "Id of the task; acme_list_tasks gives it." },', "params: {},"),
    sentence: "endpoints.update_task.params.id: needs a description (index.ts:47).",
  },
  {
    what: "the template may use the path's names only",
    make: inSource('upstream: "/tasks/{id}"', 'upstream: "/tasks/{task}"'),
    sentence: "endpoints.update_task.upstream: {task} is not a parameter of the path (index.ts:52).",
  },
  {
    what: "neither a template, nor a function, nor `run`",
    make: inSource('      upstream: "/tasks",\n', ""),
    sentence: "endpoints.list_tasks.upstream: is missing: declare a template, a function, or run (index.ts:29).",
  },
  {
    what: "one of the two is wrong; GET always reads",
    make: inSource('method: "GET",', 'method: "GET",\n      effect: "destroys",'),
    sentence: "endpoints.list_tasks.effect: must be reads with GET, because GET requests are repeated (index.ts:31).",
  },
  {
    what: "a GET reaches nobody",
    make: inSource('method: "GET",', 'method: "GET",\n      reaches: true,'),
    sentence: "endpoints.list_tasks.reaches: cannot be set for a call that only reads (index.ts:31).",
  },
  {
    what: "say whether somebody gets something by the call, see [effects](effects.md)",
    make: inSource("      reaches: false,\n", ""),
    sentence:
      "endpoints.update_task.reaches: is missing: declare with `reaches: true`, `false` or `{ when: [fields] }` whether people other than the owner are affected (index.ts:41).",
  },
  {
    what: "the field counts as the provider's own word by its name; say who wrote it",
    make({ change }) {
      change("index.ts", "title: field.text()", 'status: field.text({ from: "title" })');
      change("fixtures/update_task.json", '"result": { "id": "1", "title"', '"result": { "id": "1", "status"');
    },
    sentence:
      'endpoints.update_task.returns.status: is prose in a fixture ("Read the plans"): declare who wrote it, by `by` of the field, or `writtenBy("others", …)` (index.ts:53).',
  },
  {
    what: "a model reads the descriptions",
    make: inSource('t.String({ minLength: 1, description: "New title." })', "t.String({ minLength: 1 })"),
    sentence: "endpoints.update_task.body.title: has no description (index.ts:49).",
  },
  {
    what: "models and people read several descriptions one after the other; so it is with permissions, events and endpoints",
    make: inSource('description: "New title."', 'description: "New title"'),
    sentence: 'endpoints.update_task.body.title.description: must end with a full stop, "?" or "!" (index.ts:49).',
  },
  {
    what: "a model calls a tool by its full name; failures and results name it so, too",
    make: inSource("Id of the task; acme_list_tasks gives it.", "Id of the task; list_tasks gives it."),
    sentence: "index.ts:47: mentions `list_tasks`; write `acme_list_tasks`, the name by which a model calls the tool.",
  },
  {
    what: "the inputs of lists have the same names in every plugin, see [paging](paging.md#inputs-of-lists)",
    make: inSource("query: t.Object({ done:", "query: t.Object({ sort:"),
    sentence:
      'endpoints.list_tasks.query.sort: is `order` in lists; rename it, with `previousNames: ["sort"]` where callers know it (index.ts:34).',
  },
  {
    what: "a caller's time would be cut to a day of some zone",
    make: inSource(
      "query: t.Object({ done: t.Optional(t.Boolean({ description: ",
      'query: t.Object({ since: t.Optional(t.String({ format: "date", description: ',
    ),
    sentence: "endpoints.list_tasks.query.since: takes a day: say in its description in whose time zone (index.ts:34).",
  },
  {
    what: "rename one of the two",
    make: inSource("body: t.Object({", 'body: t.Object({\n        id: t.Optional(t.String({ description: "Id." })),'),
    sentence: "endpoints.update_task.body.id: is also in params; the arguments of a tool are one object (index.ts:49).",
  },
  {
    what: "a path parameter's pattern that takes a part of the text",
    make: inSource(
      'id: "Id of the task; acme_list_tasks gives it."',
      'id: t.String({ pattern: "^[0-9]+", description: "Id." })',
    ),
    sentence:
      "endpoints.update_task.params.id.pattern: must end with $: without it, anything may follow in the path (index.ts:47).",
  },
  {
    what: "a pattern that a long text can hang",
    make: inSource("minLength: 1", 'pattern: "^(\\\\w+ ?)*$"'),
    sentence:
      'endpoints.update_task.body.title.pattern: may take exponential time: it can match repetitions of "0" in more than one way (index.ts:49).',
  },
  {
    what: "a pattern with two repetitions that can share a text, as in `^.*@.+$`: let the first leave out what follows, `^[^@]*@.+$`",
    make: inSource("minLength: 1", 'pattern: "^.*@.+$"'),
    sentence:
      'endpoints.update_task.body.title.pattern: takes time that grows with the square of a text\'s length: for example of "0", then many "@0", then "\\n" (index.ts:49).',
  },
  {
    what: "a pattern that is none",
    make: inSource("minLength: 1", 'pattern: "^[a-z$"'),
    sentence:
      "endpoints.update_task.body.title.pattern: is not a regular expression: missing terminating ] for character class (index.ts:49).",
  },
  {
    what: "what a function returns is used at once; only `run`, `verify` and polls may wait",
    make: inSource('upstream: "/tasks",', 'upstream: async () => ({ path: "/tasks" }),'),
    sentence:
      "endpoints.list_tasks.upstream: must be a plain function, which returns its result at once; it is an AsyncFunction (index.ts:35).",
  },
  {
    what: "a getter, a proxy or a class where plain data belongs",
    make: inSource('name: "Acme Tasks"', 'get name() {\n    return "Acme Tasks";\n  }'),
    sentence: "name: is a getter; a plugin is plain data (index.ts:9).",
  },
  {
    what: "the request failed, and the body is empty",
    make: inSource(
      "endpoints: {",
      'failure: ({ json }) => ((json as { code: number }).code === 1 ? "invalid" : undefined),\n  endpoints: {',
    ),
    sentence: "failure: threw TypeError: null is not an object (evaluating 'json.code'), at index.ts:28.",
  },
  {
    what: "a check of the callback that checks nothing",
    make: inSource("pkce: true,", "pkce: true,\n      checkCallback: (parameters) => parameters.length < 9,"),
    sentence: "auth.oauth2.checkCallback: accepts a callback without parameters; it must return false (index.ts:17).",
  },
  {
    what: "a plugin has no files, no network and no packages",
    make: inSource("\nconst task", '\nimport { readFileSync } from "node:fs";\nvoid readFileSync;\nconst task'),
    sentence: 'index.ts:4: imports "node:fs"; a plugin can import only gateway/plugin and its own files.',
  },
  {
    what: "requests go through `upstream`, settings through the operator",
    make: withMap("(raw) => ({ id: process.env.ID ?? String(raw.id), title: raw.title, is_done: raw.done })"),
    sentence: "index.ts:7: uses process, which a plugin must not.",
  },
  {
    what: "the file is no TypeScript",
    make: inSource("endpoints: {", "endpoints: {{"),
    sentence: 'index.ts:28: cannot be loaded: Expected identifier but found "{".',
  },
  {
    what: "a name that the contract does not have",
    make: inSource("pages, record", "page, record"),
    sentence: "index.ts:38: cannot be loaded: ReferenceError: pages is not defined.",
  },
  {
    what: "`map` reads what `raw` lacks",
    make: withMap("(raw) => ({ id: String(raw.id), title: raw.titel, is_done: raw.done })"),
    sentence:
      "fixtures/list_tasks.json: The map reads `raw.titel`, which `raw` does not declare (index.ts:7); did you mean `title`?",
  },
  {
    what: "`map` reads deeper than the response goes",
    make: withMap("(raw) => ({ id: String(raw.id), title: raw.owner.title, is_done: raw.done })"),
    sentence:
      "fixtures/list_tasks.json: The plugin threw TypeError: undefined is not an object (evaluating 'raw.owner.title'), at index.ts:7.",
  },
  {
    what: "`raw` has a field that is not always there: make it `t.Optional`, or the record's field `nullable`",
    make: inSource("title: field.text()", 'title: field.text({ from: "name" })'),
    sentence:
      'fixtures/list_tasks.json: The call failed with "error" (The provider\'s response lacks a required field, at /name.); the fixture expects a result.',
  },
  {
    what: "`shape` and `map` disagree",
    make: withMap("(raw) => ({ id: raw.id, title: raw.title, is_done: raw.done })"),
    sentence: "fixtures/list_tasks.json: The result does not match the declared shape at /id: Expected string.",
  },
  {
    what: "an id as `t.Integer()` in place of `rawId`; the kit repeats each fixture with ids beyond 2^53, which come as text",
    make: withMap("(raw) => ({ id: String(raw.id), title: raw.title, is_done: raw.done })", "t.Integer()"),
    sentence:
      "fixtures/list_tasks.json: With its ids beyond 2^53, which come as text, the response is refused: The provider's response lacks a required field, at /id.",
  },
  {
    what: "`map` returns something else than the fixture says",
    make: inFixture("update_task", '"is_done": true', '"is_done": false'),
    sentence: "fixtures/update_task.json: The result differs at /is_done: it is true, the fixture expects false.",
  },
  {
    what: "the query differs; of another method or path, the whole URL is named",
    make: inSource('size: "limit"', 'size: "per_page"'),
    sentence:
      'fixtures/list_tasks.down.json: The request GET https://api.acme.example/v1/tasks has "per_page=2" in its query where the fixture expects "limit=2".',
  },
  {
    what: "the body differs",
    make: inFixture("update_task", '"json": { "done": true }', '"json": { "is_done": true }'),
    sentence:
      "fixtures/update_task.json: The JSON of the request to https://api.acme.example/v1/tasks/1 differs at /is_done: it is missing, the fixture expects true; at /done: it is true, the fixture expects nothing.",
  },
  {
    what: "a mistyped key of a fixture",
    make: inFixture("update_task", '"response"', '"respones"'),
    sentence: "fixtures/update_task.json: upstream.0: unknown key `respones`; did you mean `response`?",
  },
  {
    what: "no plugin can fail so",
    make: inFixture("update_task.missing", '"not_found"', '"missing"'),
    sentence:
      'fixtures/update_task.missing.json: The failure "missing" is not one of expired, revoked, forbidden, not_found, invalid, conflict, rate_limited, busy, unavailable, error.',
  },
  {
    what: "a case of each of `expired`, `not_found`, `rate_limited` and `unavailable`, by what the fixtures declare, whatever the status",
    make: ({ remove }) => remove("fixtures/update_task.missing.json"),
    sentence: "fixtures: have no case of not_found, such as a 404.",
  },
  {
    what: "a list needs a middle and a last page",
    make: ({ remove }) => remove("fixtures/list_tasks.last.json"),
    sentence: "fixtures/list_tasks.json: has no last page among its fixtures.",
  },
  {
    what: "you wrote the call and the response, and the command writes the rest; so with fixtures of sources and webhooks",
    make: ({ read, write }) => {
      const { call, upstream } = JSON.parse(read("fixtures/update_task.json"));
      const responses = upstream.map(({ response }: { response: object }) => ({ response }));
      write("fixtures/update_task.json", JSON.stringify({ call, upstream: responses }));
    },
    sentence:
      "fixtures/update_task.json: has no upstream[0].request and no result or failure: let `plugin check --fill` write what is missing, and read what it wrote.",
  },
  {
    what: "each endpoint needs a success",
    make: ({ remove }) => remove("fixtures/update_task.json"),
    sentence: "fixtures/update_task.json: is missing: each endpoint needs a fixture.",
  },
  {
    what: "a fixture sends each declared input, so that a misspelt name is seen",
    make: inSource(
      'done: t.Optional(t.Boolean({ description: "Whether',
      'notes: t.Optional(t.String({ description: "Notes." })), done: t.Optional(t.Boolean({ description: "Whether',
    ),
    sentence:
      "endpoints.update_task.body.notes: is in no fixture: let `plugin check --fill` write one that sends it, and read what it wrote (index.ts:50).",
  },
  {
    what: "a call can set what no call shows, see [what was written](returns.md#what-was-written)",
    make: inSource(
      'done: t.Optional(t.Boolean({ description: "Whether',
      'notes: t.Optional(t.String({ description: "Notes." })), done: t.Optional(t.Boolean({ description: "Whether',
    ),
    sentence:
      'endpoints.update_task.body.notes: is in no result of acme_list_tasks: give it there, name the field that shows it, `readAs: { notes: "other_name" }`, or say why none does, `readAs: { notes: { absent: "…" } }` (index.ts:50).',
  },
  {
    what: "a part of a request that no fixture sends, where a misspelt name would not be seen",
    make: (example) => {
      inSource(
        'upstream: "/tasks/{id}",',
        "upstream: ({ params, body }) => ({\n" +
          "  path: path`/tasks/${params.id}`,\n" +
          '  json: body.title === "-" ? { titel: null } : body,\n' +
          "}),",
      )(example);
      inSource("pages, record, t }", "pages, path, record, t }")(example);
    },
    sentence:
      "index.ts:54: has `titel` in `json` of /tasks/${params.id}, which no fixture sends: add one, or correct it.",
  },
  {
    what: "an input that is declared, but not used",
    make: (example) => {
      const query = "query: t.Object({ done:";
      inSource(
        query,
        query.replace("done:", 'mine: t.Optional(t.Boolean({ description: "Only own ones." })), done:'),
      )(example);
      inSource(
        'upstream: "/tasks",',
        "upstream: ({ query: { done } }) => ({ path: path`/tasks`, query: { done } }),",
      )(example);
      inSource("pages, record, t }", "pages, path, record, t }")(example);
      inFixture("list_tasks", '"query": {', '"query": { "mine": true,')(example);
    },
    sentence:
      "endpoints.list_tasks.query.mine: changes nothing: in fixtures/list_tasks.json the request and the result are the same without it. Use it, remove it, or show it with another value (index.ts:34).",
  },
  {
    what: "a fixture can be like one of the same folder, which has no `like` itself",
    make: ({ write }) => write("fixtures/update_task.again.json", '{ "like": "update_tasks" }'),
    sentence:
      'fixtures/update_task.again.json: has a `like` that must name another fixture in this folder, which has none itself: "create_task" for create_task.json.',
  },
  {
    what: "the identity needs one, too",
    make: ({ remove }) => remove("fixtures/identity.json"),
    sentence:
      "fixtures/identity.json: is missing: { upstream, result } must show the identity, { id, name, workspace? }.",
  },
  {
    what: "a fixture of nothing",
    make: ({ read, write }) => write("fixtures/list.json", read("fixtures/list_tasks.json")),
    sentence: "fixtures/list.json: does not name an endpoint: call the file <endpoint>.json or <endpoint>.<case>.json.",
  },
  {
    what: "a poll ends whatever the provider responds; read the next page only where the response names one that is new",
    make: withPoll(`async (after, _, upstream) => {
      for (;;) {
        const { json } = await upstream.request({ path: path\`/changes\`, query: { after } });
        if (valueAt(json, "is_last") === true) return { items: [], position: after, more: false };
        after = String(valueAt(json, "next") ?? after);
      }
    }`),
    sentence: "fixtures/sources/tasks.poll.json: The poll sends the same request again if each response is {}.",
  },
  {
    what: "a secret that does not say that it is made up",
    make: inFixture("list_tasks", '"Build the mill"', JSON.stringify(token)),
    sentence:
      'fixtures/list_tasks.json: contains what looks like a Slack token; use an obviously made-up one, such as "fixture-token".',
  },
  {
    what: "somebody's address",
    make: inFixture("list_tasks", '"Build the mill"', '"ada@acme.dev"'),
    sentence: "fixtures/list_tasks.json: contains an address at acme.dev; use example.com.",
  },
];
