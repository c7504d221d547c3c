/** @jsxImportSource #pages */
// The replicas on the page Health: which there are, and where they differ.

import type { AdminData } from "../../operations/admin/routes.ts";
import type { Tone } from "../../web/pages/components.tsx";
import { Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import type { CallLine } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";

type Cluster = AdminData<"admin_show_cluster">;
type Replica = Cluster["replicas"][number];
type Difference = Cluster["differences"][number];
type Group = Difference["groups"][number];

const STATES: Record<Replica["state"], { tone: Tone; label: Message }> = {
  serving: { tone: "good", label: message("serving") },
  draining: { tone: "warning", label: message("draining") },
  gone: { tone: "bad", label: message("gone") },
};

const KINDS: Record<Difference["kind"], Message> = {
  version: message("Version"),
  ring: message("Key ring"),
  ring_key: message("Key of the ring"),
  setting: message("Setting"),
  provider: message("Settings of a provider"),
  plugin: message("Plugin"),
};

interface ReplicasProps {
  visit: PageRequest;
  cluster: Cluster;
  baseUrl: string;
  line: CallLine;
}

export const Replicas = ({ visit, cluster, baseUrl, line }: ReplicasProps): Markup => (
  <Section title={tr("Replicas")}>
    {cluster.replicas.length === 0 ? (
      <p class="muted">{tr("No replica has sent a heartbeat yet.")}</p>
    ) : (
      <ReplicaTable visit={visit} replicas={cluster.replicas} />
    )}
    {cluster.differences.length > 0 ? (
      <DifferenceTable differences={cluster.differences} />
    ) : cluster.replicas.length > 1 ? (
      <p class="muted">{tr("Those that serve have the same version, key ring, settings and plugins.")}</p>
    ) : null}
    <SameAsCommand id="cluster" baseUrl={baseUrl} line={line} command="gateway cluster" />
  </Section>
);

const ReplicaTable = ({ visit, replicas }: { visit: PageRequest; replicas: readonly Replica[] }): Markup => (
  <Table
    caption={tr("Replicas")}
    rows={replicas}
    columns={[
      {
        title: tr("Replica"),
        cell: ({ replica, is_this: isThis }) => (
          <>
            <code>{replica}</code>
            {isThis ? ` ${tr("(this one)")}` : null}
          </>
        ),
      },
      {
        title: tr("State"),
        cell: ({ state }) => <Status tone={STATES[state].tone}>{tr(STATES[state].label)}</Status>,
      },
      { title: tr("Version"), cell: ({ version }) => version },
      { title: tr("Key ring"), hideOnNarrow: true, cell: ({ ring }) => <code>{ring.join(", ")}</code> },
      {
        title: tr("Started"),
        hideOnNarrow: true,
        cell: ({ started_at: at }) => <Time reader={visit.reader} at={at} />,
      },
      { title: tr("Last heartbeat"), cell: ({ seen_at: at }) => <Time reader={visit.reader} at={at} /> },
    ]}
  />
);

const DifferenceTable = ({ differences }: { differences: readonly Difference[] }): Markup => (
  <Table
    caption={tr("Where replicas differ")}
    rows={differences}
    columns={[
      { title: tr("Difference"), cell: ({ kind }) => tr(KINDS[kind]) },
      { title: tr("Name"), cell: ({ name }) => (name === null ? null : <code>{name}</code>) },
      {
        title: tr("Replicas"),
        cell: ({ kind, groups }) =>
          groups.map((group, i) => (
            <div class="wrapped">
              {labelOf(kind, group, i + 1)}: {group.replicas.join(", ")}
            </div>
          )),
      },
    ]}
  />
);

/** Values of settings are nobody's to see, so that those that differ are only numbered. */
function labelOf(kind: Difference["kind"], { value, is_set: isSet }: Group, number: number): string {
  if (value !== null) return value;
  if (isSet) return tr("value {number, number}", { number });
  return kind === "plugin" ? tr("not loaded") : tr("not set");
}
