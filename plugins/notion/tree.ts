// Reads blocks as a tree within limits, and appends trees in as few requests as Notion allows.
import { FAILURES, InvalidInput, path, type Upstream, type UpstreamResponse, valueAt } from "gateway/plugin";
import { MAX_PIECES } from "./spans.ts";
import { type Block, childrenOf } from "./to-blocks.ts";
import type { AnyBlock } from "./to-markdown.ts";

const MAX_DEPTH = 6;
const MAX_READS = 30;
const MAX_WRITES = 30;
/** Blocks whose children are separate pages and databases, or unknown. */
const NOT_EXPANDED = new Set(["child_page", "child_database", "unsupported"]);

interface Tree {
  blocks: AnyBlock[];
  /** Whether blocks are missing: too deep, too many, or not shared with the connection. */
  isTruncated: boolean;
}

/** Reads the blocks of a page or block, with children in their content. */
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
      const response: UpstreamResponse | null =
        depth === 0 ? await upstream.request(request) : await upstream.attempt(request, ["not_found", "forbidden"]);
      if (response === null) state.isTruncated = true;
      const results = valueAt(response?.json, "results");
      if (Array.isArray(results)) blocks.push(...results.filter(isBlock));
      const next = valueAt(response?.json, "next_cursor");
      cursor = typeof next === "string" ? next : null;
    }
    const tree: AnyBlock[] = [];
    for (const block of blocks) tree.push(await withChildren(block, depth));
    return tree;
  };
  const withChildren = async (block: AnyBlock, depth: number): Promise<AnyBlock> => {
    if (block.has_children !== true || NOT_EXPANDED.has(block.type) || typeof block.id !== "string") return block;
    // A synced copy shows the original's blocks.
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

/** Position of new blocks among the parent's; the end by default. */
export type Position = { type: "start" | "end" } | { type: "after_block"; after_block: { id: string } };

/** One append request: blocks with nested children, and the children of later requests. */
interface Batch {
  blocks: Block[];
  later: { index: number; children: Block[] }[];
}

/** Batches of at most a hundred blocks. A request may nest two levels: children that are leaves or tables. */
export function batchesOf(blocks: readonly Block[]): Batch[] {
  const batches: Batch[] = [];
  for (let start = 0; start < blocks.length; start += MAX_PIECES) {
    const batch: Batch = { blocks: [], later: [] };
    blocks.slice(start, start + MAX_PIECES).forEach((block, index) => {
      const children = childrenOf(block);
      const canNest = children.length <= MAX_PIECES && (block.type === "table" || children.every(isLeaf));
      // Notion requires rows in a new table, so the first hundred are nested.
      const nested = canNest ? children : block.type === "table" ? children.slice(0, MAX_PIECES) : [];
      const later = children.slice(nested.length);
      batch.blocks.push(withChildren(block, nested));
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

/** The number of requests of an append. */
function requestsFor(blocks: readonly Block[]): number {
  return batchesOf(blocks).reduce(
    (sum, { later }) => sum + 1 + later.reduce((inner, { children }) => inner + requestsFor(children), 0),
    0,
  );
}

/** What leaves an append incomplete; a refused token is left to the gateway, which renews it. */
const PARTIAL = FAILURES.filter((failure) => failure !== "expired" && failure !== "revoked");

/** Refuses content that needs too many requests, before the first write. */
export function assertWritable(blocks: readonly Block[]): void {
  if (requestsFor(blocks) > MAX_WRITES)
    throw new InvalidInput("The content nests too many long lists for one call; append it in parts.");
}

/**
 * Appends blocks in order, with their children; returns the ids of the outermost and whether all were written. After the
 * first write a failure does not fail the call, since a retry would duplicate blocks.
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
    const response = hasStarted ? await upstream.attempt(request, PARTIAL) : await upstream.request(request);
    const created = idsIn(response);
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

function idsIn(response: UpstreamResponse | null): string[] {
  const results = valueAt(response?.json, "results");
  return (Array.isArray(results) ? results : []).flatMap((block) => {
    const id = valueAt(block, "id");
    return typeof id === "string" ? [id] : [];
  });
}
