// The image, as far as a machine without Docker can make it: the steps of its build stage, from what Docker would send.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { newFolder, type Program } from "../support/gateway-process.ts";
import { ROOT } from "../support/sources.ts";
import { copyTree, dockerIgnored, installerVariables } from "./tree.ts";

interface Step {
  word: string;
  rest: string;
}

/** The Dockerfile's instructions by stage. */
function stagesOf(text: string): Step[][] {
  const lines = text
    .replaceAll("\\\n", " ")
    .replaceAll("$TARGETARCH", process.arch)
    .split("\n")
    .map((line) => line.trim());
  const steps = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line): Step => {
      const [word = "", rest = ""] = line.split(/ (.*)/s);
      return { word: word.toUpperCase(), rest };
    });
  return steps.reduce<Step[][]>((stages, step) => {
    if (step.word === "FROM") stages.push([]);
    stages.at(-1)?.push(step);
    return stages;
  }, []);
}

const [build = [], final = []] = stagesOf(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
const restOf = (stage: Step[], word: string) => stage.filter((step) => step.word === word).map(({ rest }) => rest);

/** Carries out a build stage below `root`, which stands for the image's own `/`. */
function runStage(stage: Step[], root: string): void {
  let folder = root;
  const inImage = (path: string) => join(root, resolve(folder.slice(root.length) || "/", path));
  const path = `${dirname(bunIn(root))}:${process.env.PATH}`;
  for (const { word, rest } of stage) {
    if (word === "WORKDIR") {
      folder = inImage(rest);
      mkdirSync(folder, { recursive: true });
    } else if (word === "COPY") {
      const sources = rest.split(" ");
      const to = sources.pop() as string;
      for (const from of sources) {
        const isFolder = to.endsWith("/") && sources.length > 1;
        copyTree(from, join(inImage(to), isFolder ? from : ""), dockerIgnored());
      }
    } else if (word === "RUN") {
      const command = rest.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`);
      const env = { ...installerVariables(), PATH: path };
      const { status, stdout, stderr } = spawnSync("sh", ["-ec", command], { cwd: folder, env, encoding: "utf8" });
      if (status !== 0) throw new Error(`RUN ${rest}\nends with ${status}:\n${stdout}${stderr}`);
    } else if (word !== "FROM" && word !== "ARG") throw new Error(`This test does not know ${word} in a build stage.`);
  }
}

/** Bun by its name, as the base image has it. */
function bunIn(root: string): string {
  const file = join(root, "usr/local/bin/bun");
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(process.execPath, file);
  return file;
}

export interface BuiltImage {
  /** The program by its path on this machine. */
  program: Program;
  /** ENV of the final stage. */
  settings: Record<string, string>;
  /** What the final stage copies and the build stage has not made. */
  missing: string[];
}

/** Makes the image's files as `docker build` does; the version of Bun is this machine's. */
export function buildImage(): BuiltImage {
  const root = newFolder();
  runStage(build, root);
  const copies = restOf(final, "COPY").map((copied) => copied.split(" ").filter((word) => !word.startsWith("--")));
  const [entry = ""] = JSON.parse(restOf(final, "ENTRYPOINT")[0] ?? "[]") as string[];
  const [made = ""] = copies.find(([, to]) => to === entry) ?? [];
  const pairs = restOf(final, "ENV").flatMap((line) => line.split(" ").map((pair) => pair.split("=")));
  return {
    program: [join(root, made)],
    settings: Object.fromEntries(pairs),
    missing: copies.flatMap(([from = ""]) => (existsSync(join(root, from)) ? [] : [from])),
  };
}

/** The Dockerfile's base image of the build stage. */
export const buildImageFrom = (): string => restOf(build, "FROM")[0] ?? "";
