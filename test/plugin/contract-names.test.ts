// The names that `gateway/plugin` exports: adding one to the contract means adding a line here.
import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import ts from "typescript";
import { type Source, sourcesIn } from "../support/sources.ts";

const NAMES = [
  "AnyCall",
  "AnyEventDef",
  "AnyResource",
  "Call",
  "CallIdentity",
  "Claim",
  "Delivery",
  "Endpoint",
  "EndpointDef",
  "EventDef",
  "EventSubject",
  "EventView",
  "Failure",
  "FailureReport",
  "Grant",
  "Handshake",
  "Hints",
  "Https",
  "InvalidInput",
  "MARKS",
  "Mail",
  "MailAttachment",
  "Mark",
  "MarkdownToken",
  "MarkdownTokens",
  "Method",
  "OAuth",
  "Page",
  "Pagination",
  "ParamDoc",
  "ParamNames",
  "PathParams",
  "PermissionDef",
  "PermissionOf",
  "Poll",
  "PollPage",
  "PolledEventDef",
  "Provider",
  "ProviderDef",
  "Push",
  "QueryValue",
  "Refusal",
  "Resource",
  "Returns",
  "ReturnsMany",
  "ReturnsOne",
  "RevokeRequest",
  "Services",
  "SigningKey",
  "SincePage",
  "Source",
  "SourceContext",
  "Span",
  "SpanOptions",
  "Static",
  "SubscribeContext",
  "Subscribed",
  "Subscription",
  "TSchema",
  "TokenSet",
  "UnsafePathValue",
  "Upstream",
  "UpstreamFile",
  "UpstreamPath",
  "UpstreamRequest",
  "UpstreamResponse",
  "Verifier",
  "Webhook",
  "WebhookSecrets",
  "asDay",
  "asTime",
  "asUtc",
  "assertDayOrTime",
  "base64Bytes",
  "basicAuth",
  "bearerToken",
  "changesSince",
  "checked",
  "composeMail",
  "defineProvider",
  "deleted",
  "ed25519",
  "encoded",
  "endpoint",
  "entryOf",
  "escapeInline",
  "escapeMarkdown",
  "event",
  "file",
  "hmac",
  "hmacSha256",
  "hmacText",
  "holdsUnsafe",
  "htmlToText",
  "isDay",
  "isSecondOver",
  "isTime",
  "joinPaths",
  "jwtHs256",
  "jwtRs256",
  "mailFields",
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
  "one",
  "oneOf",
  "pages",
  "path",
  "plainSpan",
  "pollSince",
  "polledEvent",
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
  "t",
  "textAt",
  "timeOfMs",
  "timingSafeEqual",
  "valueAt",
  "withMark",
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
  expect(exportsOf("src/plugin/index.ts").sort()).toEqual(NAMES);
});
