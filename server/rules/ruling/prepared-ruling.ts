import { preparationOn } from '#domain/rules/grounds.ts';
import { type PreparedRules, prepareRules } from '#domain/rules/prepare-rules.ts';
import { type Substitution, substitutions } from '#domain/rules/substitute.ts';
import { type AiAnswers, answersFrom } from './known-answers.ts';
import type { Ruling } from './ruling.ts';

/** A ruling that was parsed once for many jobs. `names` are the rules' names, for job histories. */
export type PreparedRuling = {
  readonly prepared: PreparedRules;
  readonly substitutions: readonly Substitution[];
  readonly names: ReadonlyMap<number, string>;
  /** AI answers for the rules; null if no rule asks an AI. */
  readonly answers: AiAnswers | null;
  /** Called before each rule with its id. */
  readonly onRule?: (ruleId: number) => void;
};

/** Parses a ruling without the rules `off`. Runs in a worker thread: it compiles the patterns of all rules. */
export function prepareRuling(ruling: Ruling, off: ReadonlySet<number> = new Set()): PreparedRuling {
  const { moment, grounds, evenInactive, kept, known } = ruling;
  const rules = ruling.rules.filter(({ id }) => !off.has(id));
  const answers = known && answersFrom(known, moment);
  const ports = { evenInactive, ...(answers && { answerOf: answers.answerOf }) };
  return {
    prepared: prepareRules(rules, { ...preparationOn(grounds, moment), ...ports }),
    substitutions: substitutions(kept.rules, kept.targets),
    names: new Map(rules.map(({ id, name }) => [id, name])),
    answers,
  };
}
