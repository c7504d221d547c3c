// Whether a run may be believed: how even its baseline was, and how much of the machine other work took meanwhile.
import { readFileSync } from "node:fs";
import { cpuOfBenchmark, TICKS_PER_SECOND } from "./cpu.ts";
import { spread } from "./statistics.ts";

/** The fastest round by the slowest: beyond it the machine did something else. */
const MAX_DRIFT = 1.25;
/** Of the cores' time. */
const MAX_OTHERS = 0.05;

/** Seconds that the cores were busy, waits for the hypervisor included, and those that passed on all of them together. */
function machineCpu(): { busy: number; passed: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = readFileSync(
    "/proc/stat",
    "utf8",
  )
    .slice("cpu ".length)
    .trimStart()
    .split(" ")
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, passed: busy + idle + iowait };
}

export interface NoiseWatch {
  /** Notes what the baseline made in a round: requests a second. */
  note(perSecond: number): void;
  /** What others took and how even the baseline was, with a warning where the figures prove nothing. */
  verdict(): string;
}

/** Watches from now on, beside a baseline that is measured again and again. */
export function watchNoise(baseline = "The bare proxy"): NoiseWatch {
  const [machine, own] = [machineCpu(), cpuOfBenchmark()];
  const rounds: number[] = [];
  return {
    note: (perSecond) => void rounds.push(perSecond),
    verdict() {
      const now = machineCpu();
      const others = (now.busy - machine.busy - (cpuOfBenchmark() - own)) / (now.passed - machine.passed);
      const drift = Math.max(...rounds) / Math.min(...rounds);
      const facts =
        `${baseline} made ${spread(rounds, 0)} requests a second, ${drift.toFixed(2)} between best and worst; ` +
        `other processes took ${(others * 100).toFixed(0)} % of the cores.`;
      const isNoisy = drift > MAX_DRIFT || others > MAX_OTHERS;
      return isNoisy
        ? `${facts}\nTHE MACHINE WAS TOO NOISY: believe ratios of CPU within a round at most, and run it again while nothing else runs.`
        : `${facts} The machine was quiet enough.`;
    },
  };
}
