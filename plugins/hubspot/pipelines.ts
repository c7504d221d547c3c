// Pipelines and their stages, for deals and tickets.
import { nullable, path, resource, t, type UpstreamRequest, valueAt } from "gateway/plugin";
import { crmPath } from "./requests.ts";

export const requestForPipelines = (name: "deals" | "tickets"): UpstreamRequest => ({
  path: crmPath(path`/pipelines/${name}`),
});

/** The id of a pipeline or stage: a number, or a word such as `default` or `appointmentscheduled`. */
export const idText = (description: string) => t.String({ minLength: 1, maxLength: 100, description });

const raw = t.Object({ id: t.String(), label: t.String(), displayOrder: t.Integer(), archived: t.Boolean() });
const shape = t.Object({ id: t.String(), name: t.String(), archived: t.Boolean() });

export const pipeline = resource({
  raw: t.Object({
    ...raw.properties,
    stages: t.Array(t.Object({ ...raw.properties, metadata: t.Optional(t.Unknown()) })),
  }),
  shape: t.Object({
    ...shape.properties,
    stages: t.Array(
      t.Object({
        ...shape.properties,
        is_closed: t.Boolean({ description: "Whether deals or tickets in this stage are closed." }),
        probability: nullable(t.Number(), "Probability of winning a deal in this stage, from 0 to 1."),
      }),
      { description: "Stages of the pipeline, in order." },
    ),
  }),
  map: ({ id, label, archived, stages }) => ({
    id,
    name: label,
    archived,
    stages: stages
      .toSorted((a, b) => a.displayOrder - b.displayOrder)
      .map((stage) => {
        const metadataText = (name: string) => String(valueAt(stage.metadata, name) ?? "").toLowerCase();
        const probability = Number(metadataText("probability") || Number.NaN);
        return {
          id: stage.id,
          name: stage.label,
          archived: stage.archived,
          is_closed: metadataText("isClosed") === "true" || metadataText("ticketState") === "closed",
          probability: Number.isFinite(probability) ? probability : null,
        };
      }),
  }),
});
