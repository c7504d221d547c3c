// Two gateways over one database, with one base URL: replicas of each other.
import { type GatewayOptions, startTestGateway, type TestGateway } from "./gateway.ts";
import { testReplicas } from "./replicas.ts";

export interface TwoGateways {
  one: TestGateway;
  two: TestGateway;
  close(): Promise<void>;
}

export async function startTwoGateways({ lane, ...options }: Omit<GatewayOptions, "database">): Promise<TwoGateways> {
  const replicas = await testReplicas(lane, 2);
  const [first, second] = replicas.databases.map((database) => ({ database, url: null, close: async () => {} }));
  const one = await startTestGateway({ ...options, lane, database: first as never });
  const two = await startTestGateway({ ...options, lane, database: second as never, baseUrl: one.app.deps.baseUrl });
  return {
    one,
    two,
    async close() {
      await two.close();
      await one.close();
      await replicas.close();
    },
  };
}
