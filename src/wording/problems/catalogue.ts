import type { Problem, ProblemData } from "../../engine/model/problems";
import type { Voice } from "../voice";

/** What happened, and what to do about it. */
export type Words = readonly [message: string, hint?: string];

/** The text for each problem, given its data. */
export type Catalogue = {
  readonly [P in Problem]: (data: ProblemData<P>, voice: Voice) => Words;
};
