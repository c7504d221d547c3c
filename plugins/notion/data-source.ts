// Finds the data source of a database. A database contains data sources, which have the properties and the rows.
import { checked, InvalidInput, path, t, type Upstream } from "gateway/plugin";

const RawSources = t.Object({
  data_sources: t.Optional(t.Array(t.Object({ id: t.String({ minLength: 1 }), name: t.String() }))),
});
const withoutDashes = (id: string) => id.replaceAll("-", "").toLowerCase();

/**
 * The database's data source `dataSourceId`, or its only one. People often paste a data source's id in place of a database's,
 * so an id that is no database is returned unchanged.
 */
export async function resolveDataSource(upstream: Upstream, id: string, dataSourceId?: string): Promise<string> {
  const response = await upstream.attempt({ path: path`/databases/${id}` }, ["not_found"]);
  if (response === null) return id;
  const sources = checked(RawSources, response.json).data_sources ?? [];
  const names = sources.map((source) => `${source.id} ("${source.name}")`).join(", ");
  const candidates =
    dataSourceId === undefined
      ? sources
      : sources.filter((source) => withoutDashes(source.id) === withoutDashes(dataSourceId));
  const [only, ...others] = candidates;
  if (only && others.length === 0) return only.id;
  if (dataSourceId !== undefined)
    throw new InvalidInput(`The database has no data source with this id. It has: ${names}.`);
  throw new InvalidInput(
    only
      ? `The database has several data sources; name one of them in data_source_id: ${names}.`
      : "The database has no data source that is shared with the connection.",
  );
}
