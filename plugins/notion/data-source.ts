// A database of Notion's is a container of data sources, which hold the properties and the rows.
import { checked, InvalidInput, path, t, type Upstream } from "gateway/plugin";

const RawSources = t.Object({
  data_sources: t.Optional(t.Array(t.Object({ id: t.String({ minLength: 1 }), name: t.String() }))),
});
const plain = (id: string) => id.replaceAll("-", "").toLowerCase();

/**
 * The data source that a database's id means: its only one, or the one that is `wanted`. People paste a data source's own id
 * as often, which Notion does not know as a database.
 */
export async function dataSourceOf(upstream: Upstream, id: string, wanted?: string): Promise<string> {
  const found = await upstream.attempt({ path: path`/databases/${id}` }, ["not_found"]);
  if (found === null) return id;
  const sources = checked(RawSources, found.json).data_sources ?? [];
  const names = sources.map((source) => `${source.id} ("${source.name}")`).join(", ");
  const chosen = wanted === undefined ? sources : sources.filter((source) => plain(source.id) === plain(wanted));
  const [only, ...others] = chosen;
  if (only && others.length === 0) return only.id;
  if (wanted !== undefined) throw new InvalidInput(`The database has no such data source. It has: ${names}.`);
  throw new InvalidInput(
    only
      ? `The database has several data sources; name one of them in data_source_id: ${names}.`
      : "The database has no data source that is shared with the connection.",
  );
}
