// JSON text that keeps the type of its value: a response that is prepared once is held against its schema as others are.
import { JSON_TYPE, textResponse } from "./body.ts";
import { type CompressedText, compressedText } from "./compressed.ts";

declare const value: unique symbol;

/** The JSON text of a `T`. */
export type JsonText<T> = string & { readonly [value]: T };
/** A response whose body is the JSON text of a `T`. */
export type JsonResponse<T> = Response & { readonly [value]: T };
/** What a route with `withOk` responds with. */
export type OkEnvelope<T> = { ok: true; data: T };

export const jsonText = <T>(of: T): JsonText<T> => JSON.stringify(of) as JsonText<T>;

export const arrayText = <T>(items: readonly JsonText<T>[]): JsonText<T[]> => `[${items.join(",")}]` as JsonText<T[]>;

/** The object whose members have these texts, in their order; an optional member may be undefined. */
export function objectText<T extends object>(members: { readonly [Name in keyof T]: JsonText<T[Name]> }): JsonText<T> {
  const texts = Object.entries(members).filter(([, text]) => text !== undefined);
  return `{${texts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}` as JsonText<T>;
}

/** An object that has members already, with one more. */
export const withMember = <T extends object, Name extends string & keyof T>(
  object: JsonText<T>,
  name: Name,
  member: JsonText<T[Name]>,
): JsonText<T> => `${object.slice(0, -1)},${JSON.stringify(name)}:${member}}` as JsonText<T>;

export const okText = <T>(data: JsonText<T>): JsonText<OkEnvelope<T>> =>
  objectText({ ok: jsonText(true as const), data });

export const jsonTextResponse = <T>(text: JsonText<T>): JsonResponse<T> =>
  textResponse(text, { "content-type": JSON_TYPE }) as JsonResponse<T>;

/** The same in the shortest form that each request takes. */
export interface CompressedJson<T> extends Pick<CompressedText, "read"> {
  respond(request: Request): Promise<JsonResponse<T>>;
}

export const compressedJson = <T>(text: JsonText<T>): CompressedJson<T> =>
  compressedText(text, JSON_TYPE) as CompressedJson<T>;
