// What several services share: ids and times as Discord writes them, and pages we cut ourselves.
import { InvalidInput, type Pagination, Refusal, t, textAt, type UpstreamResponse } from "gateway/plugin";

const ID = "[1-9][0-9]{14,19}";
export const snowflake = (description: string) => t.String({ pattern: `^${ID}$`, description });
export const guildParam = snowflake("Server id; list_guilds gives it.");
export const channelParam = snowflake("Channel or thread id; list_channels and list_threads give it.");
export const messageParam = snowflake("Message id; list_messages gives it.");

/** The first millisecond of Discord's ids: discord.com/developers/docs/reference#snowflakes. */
const EPOCH = 1_420_070_400_000n;

const DATE_TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})";
export const moment = (description: string) =>
  t.String({ pattern: `^(${ID}|${DATE_TIME})$`, description: `${description} A message id, or an ISO 8601 time.` });

/** A `moment` as an id: of a time, the first id that it could have given. */
export function idOfMoment(value: string | undefined): string | undefined {
  if (value === undefined || !value.includes("T")) return value;
  const milliseconds = Date.parse(value);
  if (Number.isNaN(milliseconds)) throw new InvalidInput(`"${value}" is no time.`);
  const sinceEpoch = BigInt(milliseconds) - EPOCH;
  return String((sinceEpoch > 0n ? sinceEpoch : 1n) << 22n);
}

/** When the thing with this id was made. */
export function timeOfId(id: string): string {
  if (!/^[0-9]{1,20}$/.test(id))
    throw new Refusal("error", "Discord's answer holds an id that is none.", "unexpected_shape");
  return new Date(Number((BigInt(id) >> 22n) + EPOCH)).toISOString();
}

/** The address of a picture; `folder` is such as avatars. */
export function picture(folder: "avatars" | "icons", id: string, hash: string | null | undefined): string | null {
  return hash ? `https://cdn.discordapp.com/${folder}/${id}/${hash}.${hash.startsWith("a_") ? "gif" : "png"}` : null;
}

/** An answer in the form of a page that a `run` has cut; what is no list stays none, and is told as an error. */
export function asPage(res: UpstreamResponse, items: unknown, next: string | null = null): UpstreamResponse {
  return { ...res, json: { items, next } };
}
export const cutPages = (max: number): Pagination => ({
  max,
  apply: (req) => req,
  next: (res) => textAt(res.json, "next"),
});
