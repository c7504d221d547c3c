// What windows say of themselves: the values of the rate headers.
import type { Block } from "./leases.ts";
import type { RateState, Rates, WindowState } from "./rate-limiter.ts";
import type { WindowKind } from "./windows.ts";

interface CountedWindow {
  kind: WindowKind;
  limit: number;
  block: Block;
}

/** Calls that were made, or are leased to other replicas, who may make them. */
function consumed(block: Block): number {
  return block.leased - block.unused;
}

/** Every window's state, and that of the window with fewer calls remaining; between equals the one that ends first. */
export function rates(windows: readonly CountedWindow[], at: number): Rates {
  const states = windows.map((window) => ({ kind: window.kind, ...stateOf(window) }));
  const [first, ...others] = states as [WindowState, ...WindowState[]];
  let least = first;
  for (const state of others) {
    if (state.remaining < least.remaining || (state.remaining === least.remaining && state.resetAt < least.resetAt)) {
      least = state;
    }
  }
  const { limit, remaining, resetAt } = least;
  return { rate: { limit, remaining, resetAt }, windows: states, at };
}

export function stateOf({ limit, block }: Pick<CountedWindow, "limit" | "block">): RateState {
  return { limit, remaining: Math.max(0, limit - consumed(block)), resetAt: Math.ceil(block.endsAt / 1000) };
}
