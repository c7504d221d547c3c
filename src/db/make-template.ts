// A program for template-cache.ts: writes a dump of a new, migrated database to the file named in its argument.
import { renameSync, writeFileSync } from "node:fs";
import { dumpEmbedded } from "./embedded.ts";
import { migrate, readMigrations } from "./migrate.ts";

const file = process.argv[2] as string;
const unfinished = `${file}.${process.pid}`;
const dump = await dumpEmbedded((database) => migrate(database, readMigrations()), "gzip");
writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
renameSync(unfinished, file);
