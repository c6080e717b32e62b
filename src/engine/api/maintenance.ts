import type * as answers from "../../answers/store";
import type { Finding, Repair } from "../model/findings";

export type {
  CompactResult,
  PruneResult,
  Status,
  Usage,
} from "../../answers/store";

export interface Damage extends Omit<answers.Damage, "detail"> {
  finding: Finding;
}

export interface VerifyResult extends Omit<
  answers.VerifyResult,
  "damaged" | "repaired"
> {
  damaged: Damage[];
  repaired: Repair[];
}
