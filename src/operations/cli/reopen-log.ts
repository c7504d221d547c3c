// What SIGHUP does to a gateway: its log file is opened again, and nothing else.
import type { OwnLog } from "../../foundation/log/log-target.ts";

/** Null where the log is not open yet, or is another's. */
export function reopenLog(own: OwnLog | null): void {
  if (!own) return;
  own.file?.reopen();
  if (own.file) own.log.info("log_file_reopened");
  else own.log.info("hang_up_ignored");
}
