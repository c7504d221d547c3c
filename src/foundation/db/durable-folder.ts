// The folder of an embedded database whose acknowledged rows survive a power cut: PGlite's file system, which flushes.
import fs from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { createLogFlushes, type LogFlushes } from "./log-flushes.ts";

/**
 * Postgres orders each flush in the order that it needs, and PGlite's file system drops the order. Here files and folders are
 * flushed at once; the log, which each commit orders, is flushed by `flushes`, before the commit is acknowledged.
 * Without `-F`, and with `wal_sync_method` fsync: the system call behind fdatasync has no hook.
 */
export class DurableFolder extends NodeFS {
  readonly flushes: LogFlushes;

  constructor(folder: string, onRefusal: (error: Error) => void = () => {}) {
    super(folder);
    this.flushes = createLogFlushes((error) => {
      onRefusal(error);
      endProcess(error);
    });
  }

  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = emscriptenOpts.preRun as ((module: unknown) => void)[];
    preRun.push((module) => obeyFlushes((module as { NODEFS: NodeFileSystem }).NODEFS, this.flushes));
    return { emscriptenOpts };
  }
}

/**
 * What is in memory may be ahead of the disk, so nobody may read it, and Postgres inside the process cannot end by itself: it
 * would try for ever.
 */
function endProcess(error: Error): never {
  process.stderr.write(
    `${error.message} Nothing more is acknowledged. Look at the disk, then start the gateway again.\n`,
  );
  process.exit(1);
}

/**
 * From here on results leave once the disk has all that was committed until then, also what others committed. The waits are
 * outside of the connection's turn, so many share one flush; within a transaction nothing waits but its end.
 */
export function acknowledgeDurably(client: PGlite, flushes: LogFlushes): void {
  async function durably<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      const flush = flushes.settled();
      if (flush) await flush;
    }
  }
  const { query, exec, transaction, close } = client;
  client.query = (...args: Parameters<PGlite["query"]>) => durably(query.apply(client, args)) as never;
  client.exec = (...args) => durably(exec.apply(client, args));
  client.transaction = (work) => durably(transaction.call(client, work as never)) as never;
  client.close = async () => {
    await durably(close.call(client));
    flushes.release();
  };
}

interface FileNode {
  name: string;
  parent: FileNode;
}
interface Stream {
  node: FileNode;
  /** The handle of the file or folder. */
  nfd: number;
}
type Bytes = Uint8Array;

/** The part of Emscripten's file system over `node:fs` that changes files. */
interface NodeFileSystem {
  realPath(node: FileNode): string;
  tryFSOperation<T>(work: () => T): T;
  stream_ops: {
    write(stream: Stream, buffer: Bytes, offset: number, length: number, position?: number): number;
    setattr(stream: Stream, attributes: { size?: number }): void;
    fsync?(stream: Stream): number;
  };
  node_ops: {
    setattr(node: FileNode, attributes: { size?: number }): void;
    rename(node: FileNode, folder: FileNode, name: string): void;
    unlink(folder: FileNode, name: string): void;
    rmdir(folder: FileNode, name: string): void;
  };
}

type Kind = "log" | "temporary" | "data";

const LOG_FILE = /\/pg_wal\/[0-9A-F]{24}$/;
const TEMPORARY = /\/pgsql_tmp(?:\/|$)/;

const kindOfPath = (path: string): Kind => (LOG_FILE.test(path) ? "log" : TEMPORARY.test(path) ? "temporary" : "data");

/** Nothing that the log must come before reaches a file while the log waits for its flush. */
function obeyFlushes(files: NodeFileSystem, flushes: LogFlushes): void {
  const { stream_ops: streams, node_ops: nodes } = files;
  const kinds = new WeakMap<FileNode, Kind>();
  const kindOf = (node: FileNode): Kind => {
    const kind = kinds.get(node) ?? kindOfPath(files.realPath(node));
    kinds.set(node, kind);
    return kind;
  };
  const logFirst = () => files.tryFSOperation(() => flushes.now());

  const flush = ({ nfd }: Stream) => {
    try {
      fs.fsyncSync(nfd);
    } catch (error) {
      // Some file systems cannot flush a folder, which Postgres allows.
      throw fs.fstatSync(nfd).isDirectory() ? error : flushes.refuse(error);
    }
  };

  const { write, setattr: setOpen } = streams;
  streams.write = (stream, buffer, offset, length, position) => {
    if (kindOf(stream.node) === "data" && !isNewPage(stream, buffer.subarray(offset, offset + length), position))
      logFirst();
    return write(stream, buffer, offset, length, position);
  };
  streams.fsync = (stream) => {
    const kind = kindOf(stream.node);
    if (kind === "log") files.tryFSOperation(() => flushes.order(files.realPath(stream.node)));
    else if (kind === "data") files.tryFSOperation(() => flush(stream));
    return 0;
  };
  streams.setattr = (stream, attributes) => {
    if (attributes.size !== undefined) logFirst();
    setOpen(stream, attributes);
  };

  const { setattr, rename, unlink, rmdir } = nodes;
  nodes.setattr = (node, attributes) => {
    if (attributes.size !== undefined) logFirst();
    setattr(node, attributes);
  };
  const beforeNames = (folder: FileNode) => {
    if (TEMPORARY.test(files.realPath(folder))) return;
    files.tryFSOperation(() => flushes.release());
  };
  nodes.rename = (node, folder, name) => {
    beforeNames(folder);
    kinds.delete(node);
    rename(node, folder, name);
  };
  nodes.unlink = (folder, name) => {
    beforeNames(folder);
    unlink(folder, name);
  };
  nodes.rmdir = (folder, name) => {
    beforeNames(folder);
    rmdir(folder, name);
  };
}

/** Postgres makes a file longer by a page of zeros, which counts as empty whether the log knows of it or not. */
function isNewPage(stream: Stream, bytes: Bytes, position = 0): boolean {
  return bytes[0] === 0 && bytes.every((byte) => byte === 0) && position >= fs.fstatSync(stream.nfd).size;
}
