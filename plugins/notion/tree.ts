// Blocks with their children: read as one tree within bounds, and appended in as few requests as Notion allows.
import { InvalidInput, path, type Upstream, type UpstreamResponse, valueAt } from "gateway/plugin";
import { MAX_PIECES } from "./spans.ts";
import { type Block, childrenOf } from "./to-blocks.ts";
import type { AnyBlock } from "./to-markdown.ts";

const MAX_DEPTH = 6;
const MAX_READS = 30;
const MAX_WRITES = 30;
/** Children of these are pages and databases of their own. */
const CLOSED = new Set(["child_page", "child_database", "unsupported"]);

interface Tree {
  blocks: AnyBlock[];
  /** Whether something was left out: too deep, too much, or not shared with the connection. */
  isTruncated: boolean;
}

/** The blocks within a page or block, with their children in their content. */
export async function readTree(upstream: Upstream, id: string): Promise<Tree> {
  const state = { reads: 0, isTruncated: false };
  const read = async (parent: string, depth: number): Promise<AnyBlock[]> => {
    const blocks: AnyBlock[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      if (depth > MAX_DEPTH || state.reads++ >= MAX_READS) {
        state.isTruncated = true;
        return blocks;
      }
      const request = { path: path`/blocks/${parent}/children`, query: { page_size: 100, start_cursor: cursor } };
      const answer: UpstreamResponse | null =
        depth === 0 ? await upstream.request(request) : await upstream.attempt(request, ["not_found", "forbidden"]);
      if (answer === null) state.isTruncated = true;
      const results = valueAt(answer?.json, "results");
      if (Array.isArray(results)) blocks.push(...results.filter(isBlock));
      const next = valueAt(answer?.json, "next_cursor");
      cursor = typeof next === "string" ? next : null;
    }
    const whole: AnyBlock[] = [];
    for (const block of blocks) whole.push(await withChildren(block, depth));
    return whole;
  };
  const withChildren = async (block: AnyBlock, depth: number): Promise<AnyBlock> => {
    if (block.has_children !== true || CLOSED.has(block.type) || typeof block.id !== "string") return block;
    // A synced copy shows the blocks of another one.
    const source = valueAt(block, "synced_block.synced_from.block_id");
    const children = await read(typeof source === "string" ? source : block.id, depth + 1);
    return { ...block, [block.type]: { ...(block[block.type] as object), children } };
  };
  const blocks = await read(id, 0);
  return { blocks, isTruncated: state.isTruncated };
}

function isBlock(value: unknown): value is AnyBlock {
  return typeof valueAt(value, "type") === "string";
}

/** Where new blocks stand among the parent's; at the end unless said. */
export type Position = { type: "start" | "end" } | { type: "after_block"; after_block: { id: string } };

/** One request of an append: blocks with the children that may travel with them, and those that must follow. */
interface Batch {
  blocks: Block[];
  later: { index: number; children: Block[] }[];
}

/** Lists of at most a hundred. A request may nest two levels, which a block with children that are leaves or tables keeps to. */
export function batchesOf(blocks: readonly Block[]): Batch[] {
  const batches: Batch[] = [];
  for (let start = 0; start < blocks.length; start += MAX_PIECES) {
    const batch: Batch = { blocks: [], later: [] };
    blocks.slice(start, start + MAX_PIECES).forEach((block, index) => {
      const children = childrenOf(block);
      const canTravel = children.length <= MAX_PIECES && (block.type === "table" || children.every(isLeaf));
      // A table must come with rows, so the first of many travel with it.
      const kept = canTravel ? children : block.type === "table" ? children.slice(0, MAX_PIECES) : [];
      const later = children.slice(kept.length);
      batch.blocks.push(withChildren(block, kept));
      if (later.length > 0) batch.later.push({ index, children: later });
    });
    batches.push(batch);
  }
  return batches;
}

function isLeaf(block: Block): boolean {
  const count = childrenOf(block).length;
  return count === 0 || (block.type === "table" && count <= MAX_PIECES);
}

function withChildren(block: Block, children: Block[]): Block {
  const { children: _, ...content } = block[block.type] as { children?: Block[] };
  return { ...block, [block.type]: children.length > 0 ? { ...content, children } : content };
}

/** How many requests an append takes. */
function requestsFor(blocks: readonly Block[]): number {
  return batchesOf(blocks).reduce(
    (sum, { later }) => sum + 1 + later.reduce((inner, { children }) => inner + requestsFor(children), 0),
    0,
  );
}

/** Refuses, before anything is written, what would take too many requests. */
export function assertWritable(blocks: readonly Block[]): void {
  if (requestsFor(blocks) > MAX_WRITES)
    throw new InvalidInput("The content nests too many long lists for one call; append it in parts.");
}

/**
 * Appends blocks, in order, with all their children. Gives the ids of the outermost, and whether all was written: once
 * something stands, a failure no longer ends the call, since the caller could only repeat what is there already.
 */
export async function appendTree(
  upstream: Upstream,
  parent: string,
  blocks: readonly Block[],
  options: { position?: Position; hasStarted: boolean },
): Promise<{ ids: string[]; isComplete: boolean }> {
  const ids: string[] = [];
  let position = options.position;
  let hasStarted = options.hasStarted;
  for (const batch of batchesOf(blocks)) {
    const request = {
      method: "PATCH" as const,
      path: path`/blocks/${parent}/children`,
      json: { children: batch.blocks, position },
    };
    const answer = hasStarted
      ? await upstream.attempt(request, ["rate_limited", "unavailable", "error", "invalid", "not_found", "forbidden"])
      : await upstream.request(request);
    const created = idsIn(answer);
    ids.push(...created);
    if (created.length < batch.blocks.length) return { ids, isComplete: false };
    hasStarted = true;
    if (!(await appendLater(upstream, batch, created))) return { ids, isComplete: false };
    const last = created.at(-1);
    if (position && last) position = { type: "after_block", after_block: { id: last } };
  }
  return { ids, isComplete: true };
}

async function appendLater(upstream: Upstream, batch: Batch, created: readonly string[]): Promise<boolean> {
  for (const { index, children } of batch.later) {
    const done = await appendTree(upstream, created[index] ?? "", children, { hasStarted: true });
    if (!done.isComplete) return false;
  }
  return true;
}

function idsIn(answer: UpstreamResponse | null): string[] {
  const results = valueAt(answer?.json, "results");
  return (Array.isArray(results) ? results : []).flatMap((block) => {
    const id = valueAt(block, "id");
    return typeof id === "string" ? [id] : [];
  });
}
