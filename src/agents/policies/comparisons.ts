// Compares one value of a call with the operand of one operator.
import { isDay, isTime } from "../../plugin/times.ts";
import { textComparison } from "./text-comparison.ts";
import { type Comparison, MAYBE, NO, YES } from "./verdict.ts";

export type Scalar = string | number | boolean;

/** Compares with the operands of the value's own type; a value of another type than all of them compares with none. */
export function oneOfScalars(operands: readonly Scalar[]): Comparison {
  const exact = new Set<unknown>(operands);
  const types = new Set<string>(operands.map((operand) => typeof operand));
  const ofText = textComparison(
    operands.filter((operand) => typeof operand === "string"),
    "text",
  );
  return (one) => {
    if (!types.has(typeof one.value)) return MAYBE;
    if (typeof one.value === "string") return ofText(one);
    return exact.has(one.value) ? YES : NO;
  };
}

export function numberComparison(isWithin: (value: number) => boolean): Comparison {
  return ({ value }) => {
    if (typeof value !== "number" || !Number.isFinite(value)) return MAYBE;
    return isWithin(value) ? YES : NO;
  };
}

/** Days are compared with days and times with times: what a day is depends on a zone. */
export function timeComparison(bound: string, isWithin: (value: number, bound: number) => boolean): Comparison {
  const isOfKind = isDay(bound) ? isDay : isTime;
  const boundMs = Date.parse(bound);
  return ({ value }) => {
    if (typeof value !== "string" || value.length > 40 || !isOfKind(value)) return MAYBE;
    return isWithin(Date.parse(value), boundMs) ? YES : NO;
  };
}
