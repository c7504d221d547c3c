// The shapes of the Kubernetes objects that docs/helm renders, after the API's reference: a field that is not here is an error.
import Ajv, { type AnySchema } from "ajv";

type Shapes = Record<string, AnySchema>;
const object = (required: Shapes, optional: Shapes = {}): AnySchema => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
const list = (items: AnySchema): AnySchema => ({ type: "array", items, minItems: 1 });
const texts: AnySchema = { type: "object", additionalProperties: { type: "string" } };
const text: AnySchema = { type: "string", minLength: 1 };
const count: AnySchema = { type: "integer", minimum: 0 };
const switched: AnySchema = { type: "boolean" };
const anything: AnySchema = { type: "object" };
/** A DNS-1035 label, as the name of a Service must be. */
const name: AnySchema = { type: "string", pattern: "^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$" };
const portNumber: AnySchema = { type: "integer", minimum: 1, maximum: 65535 };
const portName: AnySchema = { type: "string", pattern: "^[a-z0-9-]{1,15}$" };
const quantities: AnySchema = {
  type: "object",
  additionalProperties: { type: "string", pattern: "^[0-9.]+(m|k|M|G|Ki|Mi|Gi)?$" },
};

const labels: AnySchema = {
  type: "object",
  additionalProperties: { type: "string", pattern: "^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$" },
};
const metadata = object({ name, labels }, { annotations: texts });
const selector = object({ matchLabels: labels });
const probe = object(
  { httpGet: object({ path: text, port: portName }, { scheme: { enum: ["HTTP", "HTTPS"] } }) },
  { periodSeconds: portNumber, timeoutSeconds: portNumber, failureThreshold: portNumber },
);
const variable = object({ name: { type: "string", pattern: "^[A-Z][A-Z0-9_]*$" }, value: { type: "string" } });
const container = object(
  {
    name,
    image: { type: "string", pattern: "^[a-z0-9./:_-]+:[A-Za-z0-9._-]+$" },
    env: list(variable),
    ports: list(object({ name: portName, containerPort: portNumber })),
    resources: object({}, { requests: quantities, limits: quantities }),
    securityContext: object({
      allowPrivilegeEscalation: { const: false },
      readOnlyRootFilesystem: { const: true },
      capabilities: object({ drop: { const: ["ALL"] } }),
    }),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
  },
  {
    imagePullPolicy: { enum: ["Always", "IfNotPresent", "Never"] },
    envFrom: list(object({ secretRef: object({ name }) })),
    volumeMounts: list(object({ name, mountPath: text }, { readOnly: switched, subPath: text })),
  },
);
const pod = object(
  {
    containers: list(container),
    securityContext: object({
      runAsNonRoot: { const: true },
      runAsUser: { type: "integer", minimum: 1 },
      runAsGroup: { type: "integer", minimum: 1 },
      fsGroup: { type: "integer", minimum: 1 },
      seccompProfile: object({ type: { const: "RuntimeDefault" } }),
    }),
    terminationGracePeriodSeconds: count,
  },
  {
    volumes: list(object({ name }, { emptyDir: anything, configMap: anything, secret: anything })),
    imagePullSecrets: list(object({ name })),
    automountServiceAccountToken: switched,
    enableServiceLinks: switched,
    nodeSelector: labels,
    tolerations: list(anything),
    affinity: anything,
    topologySpreadConstraints: list(
      object({
        maxSkew: portNumber,
        topologyKey: text,
        whenUnsatisfiable: { enum: ["DoNotSchedule", "ScheduleAnyway"] },
        labelSelector: selector,
      }),
    ),
  },
);
const portOrPercent: AnySchema = { anyOf: [count, { type: "string", pattern: "^\\d+%$" }] };

const whole = (apiVersion: string, kind: string, spec: AnySchema) =>
  object({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, spec });

/** By kind. */
const SHAPES: Shapes = {
  Deployment: whole(
    "apps/v1",
    "Deployment",
    object(
      {
        selector,
        template: object({ metadata: object({ labels }, { annotations: texts }), spec: pod }),
      },
      {
        replicas: count,
        strategy: object({ rollingUpdate: object({ maxUnavailable: portOrPercent, maxSurge: portOrPercent }) }),
      },
    ),
  ),
  Service: whole(
    "v1",
    "Service",
    object({
      selector: labels,
      ports: list(object({ name: portName, port: portNumber, targetPort: { anyOf: [portName, portNumber] } })),
    }),
  ),
  Ingress: whole(
    "networking.k8s.io/v1",
    "Ingress",
    object(
      {
        rules: list(
          object({
            host: text,
            http: object({
              paths: list(
                object({
                  path: { type: "string", pattern: "^/" },
                  pathType: { enum: ["Prefix", "Exact", "ImplementationSpecific"] },
                  backend: object({ service: object({ name, port: object({ name: portName }) }) }),
                }),
              ),
            }),
          }),
        ),
      },
      { ingressClassName: text, tls: list(object({ hosts: list(text), secretName: text })) },
    ),
  ),
  PodDisruptionBudget: whole("policy/v1", "PodDisruptionBudget", object({ maxUnavailable: portOrPercent, selector })),
  HorizontalPodAutoscaler: whole(
    "autoscaling/v2",
    "HorizontalPodAutoscaler",
    object({
      scaleTargetRef: object({ apiVersion: { const: "apps/v1" }, kind: { const: "Deployment" }, name }),
      minReplicas: portNumber,
      maxReplicas: portNumber,
      metrics: list(
        object({
          type: { const: "Resource" },
          resource: object({
            name: { enum: ["cpu", "memory"] },
            target: object({ type: { const: "Utilization" }, averageUtilization: portNumber }),
          }),
        }),
      ),
    }),
  ),
};

const ajv = new Ajv({ allErrors: true, strict: false });
const validators = new Map(Object.entries(SHAPES).map(([kind, shape]) => [kind, ajv.compile(shape)]));

/** What is wrong with an object, a line each. */
export function shapeErrors(found: { kind?: string }): string[] {
  const validate = validators.get(found.kind ?? "");
  if (!validate) return [`No shape is known of ${found.kind}.`];
  if (validate(found)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${found.kind}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
