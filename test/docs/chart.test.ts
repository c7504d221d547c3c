// docs/helm: what its templates render is valid for Kubernetes, fits together, and lets every setting of the program through.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { parse, parseAllDocuments } from "yaml";
import { version } from "../../package.json";
import { readConfig } from "../../src/foundation/config/config.ts";
import { LIVE_PATH, READY_PATH } from "../../src/web/http/health.ts";
import { DEFAULTS, mergedValues, readChart, renderChart, type Values } from "../support/helm.ts";
import { parseTemplate } from "../support/helm-syntax.ts";
import { shapeErrors } from "../support/kubernetes-shapes.ts";
import { GIVEN, SETTINGS } from "../support/packaging.ts";
import { ROOT } from "../support/sources.ts";

interface Manifest {
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are what shapeErrors checks.
  spec: any;
}

const validates = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(readChart("values.schema.json")));
/** As Helm does, which looks at the values before it renders. */
const isRefused = (over: Values) => !validates(mergedValues(over));

function manifestsWith(over: Values, release?: string): Manifest[] {
  if (isRefused(over)) throw new Error(JSON.stringify(validates.errors));
  const files = [...renderChart(over, release)].filter(([file]) => file.endsWith(".yaml"));
  const documents = files.flatMap(([, text]) => parseAllDocuments(text, { uniqueKeys: true, strict: true }));
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  return documents.map((document) => document.toJS() as Manifest | null).filter((manifest) => manifest !== null);
}
const ofKind = (manifests: Manifest[], kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const deploymentOf = (manifests: Manifest[]) => ofKind(manifests, "Deployment")[0] as Manifest;
const podOf = (manifests: Manifest[]) => deploymentOf(manifests).spec.template.spec;

const INGRESS = { enabled: true, host: "gateway.example.com", className: "nginx", tlsSecretName: "gateway-tls" };
const CASES: Record<string, Values> = {
  "as it is": {},
  "with an ingress": { ingress: { ...INGRESS, annotations: { "example.com/timeout": "120" } } },
  "with an ingress of a class that is the default": { ingress: { enabled: true, host: "gateway.example.com" } },
  "that scales by itself": { autoscaling: { enabled: true, minReplicas: 3 } },
  "without a disruption budget": { podDisruptionBudget: { enabled: false } },
  "with further settings": { env: { LOG_LEVEL: "info", GATEWAY_INBOX_DAYS: 90, GATEWAY_STRICT_PLUGINS: true } },
  "with resources": { resources: { requests: { memory: "512Mi" }, limits: { memory: "2Gi", cpu: "2" } } },
  "with files": {
    env: { GATEWAY_PROVIDERS_FILE: "/config/providers.json" },
    extraVolumes: [{ name: "config", configMap: { name: "gateway-config" } }],
    extraVolumeMounts: [{ name: "config", mountPath: "/config", readOnly: true }],
  },
  "on chosen nodes": {
    nodeSelector: { "kubernetes.io/arch": "arm64" },
    tolerations: [{ key: "dedicated", operator: "Exists" }],
    affinity: { nodeAffinity: {} },
    podAnnotations: { "example.com/checked": "true" },
    imagePullSecrets: [{ name: "registry" }],
  },
};

describe("what the chart renders", () => {
  for (const [name, values] of Object.entries(CASES)) {
    test(`${name} has the shapes of Kubernetes`, () => {
      expect(manifestsWith(values).flatMap(shapeErrors)).toEqual([]);
    });

    test(`${name} fits together`, () => {
      const manifests = manifestsWith(values);
      const { labels } = deploymentOf(manifests).spec.template.metadata;
      const selectors = [
        ...ofKind(manifests, "Service").map(({ spec }) => spec.selector),
        ...["Deployment", "PodDisruptionBudget"].flatMap((kind) =>
          ofKind(manifests, kind).map(({ spec }) => spec.selector.matchLabels),
        ),
        ...podOf(manifests).topologySpreadConstraints.map(
          (one: { labelSelector: { matchLabels: object } }) => one.labelSelector.matchLabels,
        ),
      ];
      expect(selectors.length).toBeGreaterThan(3);
      for (const selector of selectors) expect(labels).toMatchObject(selector);
      const [container] = podOf(manifests).containers;
      const portNames = container.ports.map((port: { name: string }) => port.name);
      for (const { spec } of ofKind(manifests, "Service"))
        for (const { targetPort } of spec.ports) expect(portNames).toContain(targetPort);
      const volumes = podOf(manifests).volumes.map((volume: { name: string }) => volume.name);
      for (const { name: mounted } of container.volumeMounts) expect(volumes).toContain(mounted);
      for (const { spec } of ofKind(manifests, "HorizontalPodAutoscaler"))
        expect(spec.scaleTargetRef.name).toBe(deploymentOf(manifests).metadata.name);
      const names = container.env.map((variable: { name: string }) => variable.name);
      expect(new Set(names).size).toBe(names.length);
    });
  }

  test("probes the paths that the program has, on the admin port, by TLS where it has a certificate", () => {
    const probesWith = (values: Values) => {
      const [container] = podOf(manifestsWith(values)).containers;
      return ["startupProbe", "livenessProbe", "readinessProbe"].map((probe) => container[probe].httpGet);
    };
    const gets = (scheme: string) =>
      [LIVE_PATH, LIVE_PATH, READY_PATH].map((path) => ({ path, port: "admin", scheme }));
    expect(probesWith({})).toEqual(gets("HTTP"));
    const env = { TLS_CERT_FILE: "/tls/tls.crt", TLS_KEY_FILE: "/tls/tls.key" };
    expect(probesWith({ env })).toEqual(gets("HTTPS"));
  });

  test("leads an ingress to the public port and never to the admin API", () => {
    const manifests = manifestsWith({ ingress: INGRESS });
    const backends = ofKind(manifests, "Ingress").flatMap(({ spec }) =>
      spec.rules.flatMap((rule: { http: { paths: { backend: unknown }[] } }) =>
        rule.http.paths.map((path) => path.backend),
      ),
    );
    expect(backends).toEqual([{ service: { name: "gateway", port: { name: "http" } } }]);
    const service = ofKind(manifests, "Service").find(({ metadata }) => metadata.name === "gateway");
    expect(service?.spec.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    const [container] = podOf(manifests).containers;
    expect(container.ports).toEqual([
      { name: "http", containerPort: 3000 },
      { name: "admin", containerPort: 3001 },
    ]);
  });

  test("leaves the number of replicas to the autoscaler", () => {
    expect(deploymentOf(manifestsWith({})).spec.replicas).toBe(2);
    expect(deploymentOf(manifestsWith({ autoscaling: { enabled: true } })).spec.replicas).toBeUndefined();
  });

  test("reads the Secret that docs/operate/kubernetes.md makes", () => {
    const [container] = podOf(manifestsWith({})).containers;
    const [{ secretRef }] = container.envFrom;
    const page = readFileSync(join(ROOT, "docs/operate/kubernetes.md"), "utf8");
    expect(page).toContain(`kubectl create secret generic ${secretRef.name} `);
  });

  test("takes the values that docs/operate/kubernetes.md shows", () => {
    const page = readFileSync(join(ROOT, "docs/operate/kubernetes.md"), "utf8");
    const [, values = ""] = /```\n(# gateway\.yaml\n[\s\S]+?)```/.exec(page) ?? [];
    const manifests = manifestsWith(parse(values) as Values);
    expect(manifests.flatMap(shapeErrors)).toEqual([]);
    expect(ofKind(manifests, "Ingress").length).toBe(1);
  });

  test("has names of 63 characters at most for the longest release", () => {
    const names = manifestsWith({}, `r${"e".repeat(51)}-x`).map(({ metadata }) => metadata.name);
    for (const name of names) expect(name).toMatch(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/);
  });

  test("is of this version of the program", () => {
    expect(parse(readChart("Chart.yaml"))).toMatchObject({ appVersion: version });
  });
});

/** What the chart decides, each by a value of its own or because something else depends on it. */
const FIXED: Record<string, string> = {
  BASE_URL: "baseUrl",
  TRUST_PROXY: "trustProxy",
  DRAIN_SECONDS: "drainSeconds",
  ADMIN_PORT: "admin.port",
  PORT: "the Service leads to it",
  HOST: "the pod's address is the only one",
  ADMIN_HOST: "the kubelet probes it",
  DATA_DIR: "the one folder that can be written",
};

describe("the settings", () => {
  const environmentWith = (values: Values): Record<string, string> => {
    const [container] = podOf(manifestsWith(values)).containers;
    return Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]));
  };

  for (const name of SETTINGS) {
    const reason = FIXED[name];
    if (reason !== undefined) {
      test(`${name} is the chart's: ${reason}`, () => {
        expect(isRefused({ env: { [name]: GIVEN } })).toBe(true);
        expect(environmentWith({})[name]).toBeDefined();
      });
    } else {
      test(`${name} passes through`, () => {
        expect(environmentWith({ env: { [name]: GIVEN } })[name]).toBe(GIVEN);
        // What the chart sets itself would come before the Secret's.
        expect(environmentWith({})[name]).toBeUndefined();
      });
    }
  }

  test("that the chart sets are valid, and trust one proxy", () => {
    const config = readConfig(environmentWith({}));
    expect(config).toMatchObject({ port: 3000, adminPort: 3001, adminHost: "0.0.0.0", drainMs: 8_000 });
    expect(config.trustedProxies).toEqual({ hops: 1 });
    expect(environmentWith({ trustProxy: "10.0.0.0/8" }).TRUST_PROXY).toBe("10.0.0.0/8");
    expect(environmentWith({ trustProxy: "" }).TRUST_PROXY).toBeUndefined();
  });

  test("a number arrives as it is written, also one that Helm would print with an exponent", () => {
    expect(environmentWith({ env: { MAX_ACCOUNTS_PER_PARTNER: 2_000_000 } }).MAX_ACCOUNTS_PER_PARTNER).toBe("2000000");
  });
});

describe("values.schema.json", () => {
  test("takes the chart's own values, and every value of a case", () => {
    expect(isRefused({})).toBe(false);
    for (const values of Object.values(CASES)) expect(isRefused(values)).toBe(false);
    const { properties } = JSON.parse(readChart("values.schema.json")) as { properties: object };
    expect(
      Object.keys(properties)
        .filter((name) => name !== "global")
        .sort(),
    ).toEqual(Object.keys(DEFAULTS).sort());
  });

  const WRONG: Record<string, Values> = {
    "a base URL without a scheme": { baseUrl: "gateway.example.com" },
    "no Secret": { secretName: "" },
    "no replica": { replicaCount: 0 },
    "replicas as text": { replicaCount: "2" },
    "a mistyped value": { baseURL: "https://gateway.example.com" },
    "a mistyped value below another": { ingress: { enable: true } },
    "an ingress without a host": { ingress: { enabled: true } },
    "a drain past the grace period": { drainSeconds: 21 },
    "the admin API on the public port": { admin: { port: 3000 } },
    "a setting of the chart": { env: { PORT: 8080 } },
    "a setting in lower case": { env: { log_level: "info" } },
    "a setting that is a map": { env: { LOG_LEVEL: { value: "info" } } },
    "another pull policy": { image: { pullPolicy: "Sometimes" } },
  };
  for (const [name, values] of Object.entries(WRONG)) {
    test(`refuses ${name}`, () => expect(isRefused(values)).toBe(true));
  }
});

test("the renderer refuses what it does not know", () => {
  for (const template of [
    '{{ template "x" . }}',
    "{{ $x := 1 }}",
    "{{ if a }}{{ else if b }}{{ end }}",
    "{{ }} {{",
    "{{ end }}",
  ])
    expect(() => parseTemplate(template, new Map())).toThrow();
});

test("the comments of values.yaml have the settings of backups, with a volume for them, and the Secret the keys", () => {
  const commented = readChart("values.yaml")
    .replace("\nenv: {}\n", "\nenv:\n")
    .replace(/\n(extraVolume\w*): \[\]\n/g, "\n$1:\n")
    .replace(/^# {2}/gm, "  ");
  const { env, extraVolumes, extraVolumeMounts } = parse(commented) as {
    env: Record<string, string>;
    extraVolumes: { name: string }[];
    extraVolumeMounts: { name: string; mountPath: string }[];
  };
  const secrets = Object.fromEntries(["ACCESS", "SECRET"].map((which) => [`GATEWAY_BACKUP_S3_${which}_KEY`, GIVEN]));
  for (const name of Object.keys(secrets)) expect(readChart("values.yaml")).toContain(name);
  expect(readConfig({ ...env, ...secrets }).backups).toMatchObject({ keep: { backups: 7 }, isVerified: true });
  expect(readConfig({ ...env, ...secrets }).backups?.place).toHaveProperty("s3.bucket", "my-backups");
  const { name } = extraVolumeMounts.find(({ mountPath }) => mountPath === env.TMPDIR) ?? {};
  expect(extraVolumes.map((volume) => volume.name)).toContain(name as string);
  expect(manifestsWith({ env, extraVolumes, extraVolumeMounts }).length).toBeGreaterThan(3);
});
