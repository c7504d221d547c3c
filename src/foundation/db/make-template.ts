// A program for template-cache.ts: writes a dump of a new, migrated database to the file named in its argument.
import { renameSync, writeFileSync } from "node:fs";
import { dumpEmbedded } from "./embedded.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { packDump } from "./template.ts";

/** Larger than by 19, but packed in a tenth of a second instead of fifteen. */
const LEVEL = 3;

const file = process.argv[2] as string;
const unfinished = `${file}.${process.pid}`;
const dump = await dumpEmbedded((database) => migrate(database, readMigrations()));
writeFileSync(unfinished, packDump(dump, LEVEL));
renameSync(unfinished, file);
