// A server that does nothing, for bench/start.ts: the least time and memory that a binary of the runtime takes.
Bun.serve({ hostname: "127.0.0.1", port: Number(process.env.PORT), fetch: () => new Response("ok") });
