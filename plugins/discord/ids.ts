// Discord's times and ids (snowflakes), which contain their time: discord.com/developers/docs/reference#snowflakes.
import { asUtc, field, InvalidInput, Refusal, t } from "gateway/plugin";

const ID = "[1-9][0-9]{14,19}";
export const snowflake = (description: string) => t.String({ pattern: `^${ID}$`, description });
export const guildParam = snowflake("Server id, from discord_list_guilds.");
export const channelParam = snowflake("Channel or thread id, from discord_list_channels or discord_list_threads.");
export const messageParam = snowflake("Message id, from discord_list_messages.");

/** Epoch of Discord's ids, in milliseconds since 1970. */
const EPOCH = 1_420_070_400_000n;

const DATE_TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})";
export const moment = (description: string) =>
  t.String({ pattern: `^(${ID}|${DATE_TIME})$`, description: `${description} A message id, or an ISO 8601 time.` });

/** A `moment` as an id; a time becomes the first id of its millisecond. */
export function idOfMoment(value: string | undefined): string | undefined {
  if (value === undefined || !value.includes("T")) return value;
  const milliseconds = Date.parse(value);
  if (Number.isNaN(milliseconds)) throw new InvalidInput(`"${value}" is not a time.`);
  const sinceEpoch = BigInt(milliseconds) - EPOCH;
  return String((sinceEpoch > 0n ? sinceEpoch : 1n) << 22n);
}

/** The time of an id. */
export function timeOfId(id: string): string {
  if (!/^[0-9]{1,20}$/.test(id))
    throw new Refusal("error", "Discord's response contains an invalid id.", "unexpected_shape");
  return new Date(Number((BigInt(id) >> 22n) + EPOCH)).toISOString();
}

/** When a thing was made, by its id. */
export const createdAt = field.of({
  from: "id",
  raw: t.String(),
  shape: t.String({ format: "date-time" }),
  map: timeOfId,
});

/** A time as ISO 8601, or null; those of webhook events have no offset, and are UTC. */
export const utc = (time: unknown) => asUtc(time, "Z");
