import { problem } from "../../engine/model/errors";
import type { RestorePlan } from "../../engine/model/restorePlan";
import { earlierPlanQuestion, recordedFirstText } from "../../wording/consent";
import {
  countPlans,
  isEmptyPlan,
  newerSections,
  planTitle,
  willDoText,
} from "../../wording/plan";
import type { ToolContext } from "../tool";
import { voice } from "../voice";
import { oneLine, sectionLines } from "./texts";

/** The most recent plans of each folder, so that one can be shown when it is applied by its id. */
const plansOf = new WeakMap<object, Map<string, RestorePlan>>();
const MOST_PLANS = 20;

export function notePlan(engine: object, plan: RestorePlan): void {
  const plans = plansOf.get(engine) ?? new Map<string, RestorePlan>();
  plansOf.set(engine, plans.set(plan.id, plan));
  const [oldest] = plans.keys();
  if (plans.size > MOST_PLANS && oldest !== undefined) plans.delete(oldest);
}

/**
 * Asks the user whether to apply a plan, if the client can ask; throws `cancelled` unless they
 * agree. Returns true if they were asked: the folder may have changed meanwhile.
 */
export async function mustAgree(
  plan: string | RestorePlan,
  { engine, ask }: Pick<ToolContext, "engine" | "ask">,
): Promise<boolean> {
  if (!ask) return false;
  const known =
    typeof plan === "string" ? plansOf.get(engine)?.get(plan) : plan;
  if (known && isEmptyPlan(known)) return false;
  return mustAgreeTo(
    known ? planQuestion(known) : earlierPlanQuestion(voice),
    ask,
  );
}

export async function mustAgreeTo(
  question: string,
  ask: NonNullable<ToolContext["ask"]>,
): Promise<true> {
  const isAgreed = await ask(question);
  if (isAgreed) return true;
  // A client without a person declines or cancels by itself, so this does not say who did.
  throw problem("not-confirmed");
}

function planQuestion(plan: RestorePlan): string {
  const subject = { verb: plan.verb, target: oneLine(plan.target.label) };
  return [
    `${planTitle(subject, voice)}?`,
    willDoText(countPlans([plan]), voice),
    ...sectionLines(newerSections(plan, voice)),
    recordedFirstText(voice),
  ].join("\n");
}
