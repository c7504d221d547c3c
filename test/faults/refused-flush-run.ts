// A database in a folder whose disk refuses flushes from some moment on.
import fs, { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "../../src/foundation/db/embedded.ts";
import { embeddedTemplate } from "../support/database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "refused-"));
process.on("exit", () => fs.rmSync(dataDir, { recursive: true }));
const database = await openEmbedded({ dataDir, template: embeddedTemplate });
await database.query("create table done (id int)");
console.log("acknowledged before");
const refused = () => Object.assign(new Error("input/output error"), { code: "EIO" });
Object.assign(fs, {
  fdatasync: (_handle: number, done: (error: Error) => void) => setImmediate(() => done(refused())),
  fdatasyncSync() {
    throw refused();
  },
});
await database.query("insert into done values (1)");
console.log("acknowledged after");
process.exit(0);
