// The names that `gateway/plugin` exports: adding one to the contract means adding a line here.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { field, pages, shapes } from "../../src/plugin/index.ts";
import { HELPER_OPTIONS } from "../../src/plugin-kit/check/helper-options.ts";
import { PROVIDER } from "../../src/providers/registry/known-keys.ts";
import type { Rule } from "../../src/providers/registry/unknown-keys.ts";
import { ROOT, type Source, sourcesIn } from "../support/sources.ts";

/** Keys of what `one`, `many` and `pages` make, which no plugin writes. */
const BUILT = ["kind", "collection"];

const NAMES = [
  "AnyCall",
  "AnyEventDef",
  "AnyResource",
  "ApiKey",
  "Auth",
  "AuthKind",
  "Basic",
  "BodyFormat",
  "Call",
  "CallIdentity",
  "CallbackClient",
  "CallbackValue",
  "ChangeAsRead",
  "Claim",
  "ClientCredentials",
  "CredentialField",
  "CredentialPosition",
  "DecodedText",
  "Effect",
  "Endpoint",
  "EndpointDef",
  "EventDef",
  "EventMoment",
  "EventSubject",
  "EventTimeInput",
  "EventView",
  "FAILURES",
  "Failure",
  "FailureReport",
  "Field",
  "FieldTranslation",
  "FileEncoding",
  "FileInput",
  "FileInputOptions",
  "Grant",
  "GuestChange",
  "GuestForm",
  "Handshake",
  "Https",
  "IdentityRequest",
  "InboundWebhook",
  "InvalidInput",
  "Language",
  "LayoutNode",
  "LayoutPart",
  "LayoutReader",
  "LayoutText",
  "LinkRequest",
  "MARKS",
  "Mail",
  "MailAttachment",
  "Mailbox",
  "Mark",
  "MarkdownToken",
  "MarkdownTokens",
  "Method",
  "NEW_LINE",
  "OAuth",
  "OpenedResponse",
  "OtherToken",
  "Page",
  "Pagination",
  "ParamDoc",
  "ParamNames",
  "PathParams",
  "Payload",
  "PermissionDef",
  "PermissionOf",
  "Poll",
  "PollPage",
  "PolledEventDef",
  "Provider",
  "ProviderDef",
  "Push",
  "QueryValue",
  "Reaches",
  "RecordField",
  "RecordFieldOptions",
  "RecordFields",
  "RecordOptions",
  "RecordShape",
  "Refusal",
  "Resource",
  "Returns",
  "ReturnsMany",
  "ReturnsOne",
  "ReturnsStream",
  "RevokeRequest",
  "Services",
  "SignedMessage",
  "SigningKey",
  "SincePage",
  "Source",
  "SourceContext",
  "Span",
  "SpanOptions",
  "Static",
  "StreamFormat",
  "SubscribeContext",
  "Subscribed",
  "Subscription",
  "TSchema",
  "TenantField",
  "TokenFormat",
  "TokenSet",
  "Translation",
  "UnsafePathValue",
  "Upload",
  "UploadPart",
  "Upstream",
  "UpstreamFile",
  "UpstreamPath",
  "UpstreamRequest",
  "UpstreamResponse",
  "Verifier",
  "Webhook",
  "WebhookSecrets",
  "WrittenBy",
  "asDay",
  "asTime",
  "asUtc",
  "assertDayOrTime",
  "base64Bytes",
  "base64Text",
  "basicAuth",
  "bearerToken",
  "changeAsRead",
  "changedGuests",
  "changesGuests",
  "changesSince",
  "checked",
  "composeMail",
  "decodeCharset",
  "defineProvider",
  "deleted",
  "ed25519",
  "encoded",
  "endpoint",
  "entityTag",
  "entryOf",
  "escapeInline",
  "escapeMarkdown",
  "event",
  "eventMoments",
  "field",
  "file",
  "fileInput",
  "guestChanges",
  "hmac",
  "hmacSha256",
  "hmacText",
  "holdsUnsafe",
  "htmlToText",
  "idAt",
  "isDay",
  "isKnownCharset",
  "isSecondOver",
  "isTime",
  "joinPaths",
  "jwtHs256",
  "jwtRs256",
  "layoutText",
  "mailFields",
  "mailbox",
  "mailboxOf",
  "many",
  "markdownOfSpans",
  "markdownTokens",
  "maybe",
  "maybeFlag",
  "maybeInteger",
  "maybeNumber",
  "maybeText",
  "normalSpans",
  "nullable",
  "onLines",
  "one",
  "oneOf",
  "pages",
  "partsOf",
  "path",
  "plainSpan",
  "pollSince",
  "polledEvent",
  "rawId",
  "readLogTail",
  "record",
  "resource",
  "safeHref",
  "segments",
  "shapes.EventTime",
  "shapes.MailAddress",
  "shapes.MailAttachmentShape",
  "shapes.calendarEvent",
  "shapes.chatMessage",
  "shapes.contact",
  "shapes.driveFile",
  "shapes.issue",
  "shapes.mailMessage",
  "shapes.mailSummary",
  "shapes.nullableDay",
  "shapes.nullableText",
  "shapes.nullableTime",
  "shapes.person",
  "sharedToken",
  "spansOfTokens",
  "stream",
  "t",
  "textAt",
  "textWithLayout",
  "timeOfMs",
  "timingSafeEqual",
  "valueAt",
  "withMark",
  "writtenBy",
];

const sources = new Map(sourcesIn("src/plugin").map((source) => [source.file, source]));

/** The names that a file exports, types included; those of a namespace as `shapes.person`. */
function exportsOf(file: string): string[] {
  const { tree } = sources.get(file) as Source;
  return tree.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reExports(file, statement);
    if (!ts.canHaveModifiers(statement)) return [];
    const isExport = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExport ? declaredNames(statement) : [];
  });
}

function reExports(file: string, { exportClause, moduleSpecifier }: ts.ExportDeclaration): string[] {
  if (exportClause && ts.isNamedExports(exportClause)) return exportClause.elements.map(({ name }) => name.text);
  const target = join(dirname(file), (moduleSpecifier as ts.StringLiteral).text);
  return exportClause ? exportsOf(target).map((name) => `${exportClause.name.text}.${name}`) : exportsOf(target);
}

function declaredNames(statement: ts.Statement): string[] {
  const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
  return declarations.map((declaration) => ((declaration as ts.NamedDeclaration).name as ts.Identifier).text);
}

test("the contract exports these names, values and types, and no others", () => {
  // An overloaded function is declared several times.
  expect([...new Set(exportsOf("src/plugin/index.ts"))].sort()).toEqual(NAMES);
});

describe("docs/add-a-provider/ names", () => {
  const folder = join(ROOT, "docs/add-a-provider");
  const page = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  /** What stands in code: spans and blocks. */
  const code = [...page.matchAll(/```[\s\S]*?```|``[^\n]+?``|`[^`\n]+`/g)].map(([text]) => text).join("\n");
  const missing = (names: Iterable<string>) =>
    [...new Set(names)].filter((name) => !new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`).test(code));

  test("every name that the contract exports", () => {
    expect(missing(NAMES)).toEqual([]);
  });

  test("every field of the shapes that providers share, in the shape's row", () => {
    for (const [name, shape] of Object.entries(shapes)) {
      if (typeof shape !== "object") continue;
      const fields = Object.keys("properties" in shape ? shape.properties : shape);
      const row = page.split("\n").find((line) => line.startsWith(`| \`shapes.${name}\``)) ?? "";
      // The longer shape of a mail has those of the shorter one.
      const own = name === "mailMessage" ? fields.filter((field) => !Object.hasOwn(shapes.mailSummary, field)) : fields;
      expect([name, own.filter((field) => !row.includes(`\`${field}\``))]).toEqual([name, []]);
    }
  });

  test("every style of paging with all its options", () => {
    for (const style of Object.keys(pages)) {
      const [, names = []] = HELPER_OPTIONS[`pages.${style}`] ?? [];
      const row = page.split("\n").find((line) => line.startsWith(`| \`pages.${style}(`)) ?? "";
      expect([style, row === "", names.filter((name) => !new RegExp(`\\b${name}\\b`).test(row))]).toEqual([
        style,
        false,
        [],
      ]);
    }
  });

  test("every key of a provider, at any depth", () => {
    const keysOf = (rule: Rule): string[] => {
      if (rule === null) return [];
      if ("each" in rule) return keysOf(rule.each);
      return Object.entries(rule.keys).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
    };
    expect(missing(keysOf(PROVIDER)).filter((key) => !BUILT.includes(key))).toEqual([]);
  });

  test("every kind of field of a record", () => {
    expect(missing(Object.keys(field))).toEqual([]);
  });
});
