// The admin API of backups: the files of the embedded database as one tar stream, while calls go on.

import { writeTar } from "../../foundation/db/tar.ts";
import type { Deps } from "../../server/deps.ts";
import type { RunningBackup } from "../backup/service.ts";
import { streamOperation } from "./operation.ts";

export function backupRoutes({ backups, log }: Deps) {
  return [
    streamOperation(
      {
        id: "admin_back_up",
        method: "POST",
        path: "/backup",
        summary: "Back up the embedded database as a tar stream; `gateway backup` writes it to a file.",
        role: "owner",
        event: "backup_begun",
        responses: { "200": { description: "The files of the database.", types: ["application/x-tar"] } },
      },
      async () => {
        const body = streamOf(await backups.begin(), (error) => log.error("backup_failed", { error }));
        return new Response(body, { headers: { "content-type": "application/x-tar" } });
      },
    ),
  ];
}

/** Reads no more than the client takes. One that goes away, or an error, ends the backup. */
function streamOf(backup: RunningBackup, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const bytes = writeTar(backup);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else if (value.byteLength > 0) controller.enqueue(value);
        else await this.pull?.(controller);
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await bytes.return(undefined);
      await backup.end();
    },
  });
}
