// Runs the TypeScript compiler on a folder, as `tsc -p <folder>` does at a contributor's.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./sources.ts";

export interface CompileError {
  /** Relative to the folder. */
  file: string;
  text: string;
}

/** Its errors; those of other lines of its output belong to the error above them. */
export async function compile(folder: string): Promise<CompileError[]> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const child = spawn(process.execPath, ["--bun", tsc, "-p", ".", "--pretty", "false"], { cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  const errors = output.split(/^(?=\S+?\(\d+,\d+\): error )/m).filter((error) => error !== "");
  if ((code === 0) !== (errors.length === 0)) throw new Error(`tsc ended with ${code}: ${output}`);
  return errors.map((text) => ({ file: text.split("(")[0] ?? "", text }));
}
