import { createHash } from 'node:crypto';
import type { FieldValue } from '#contract/rows/jobs.ts';
import type { ActionPorts } from '#domain/rules/actions/actions.ts';
import type { Moment } from '#domain/rules/prepare-rules.ts';

/** The state of one rule's question. */
export type Known = {
  readonly state: 'wanted' | 'answered' | 'failed';
  readonly value: FieldValue;
  readonly tries: number;
  readonly words: string;
};

/** What is known of AI answers, as plain data. `isSet`: an AI is configured. */
export type KnownAnswers = { readonly isSet: boolean; readonly known: ReadonlyMap<string, Known> };

type Asked = { readonly ruleId: number; readonly prompt: string; readonly jobIds: Set<number> };
/** Unanswered questions by rule and digest. */
export type Questions = ReadonlyMap<string, Asked>;

/** AI answers to the prompts of a customer's rules. Collects unanswered questions. */
export type AiAnswers = {
  readonly answerOf: NonNullable<ActionPorts['answerOf']>;
  /** Sets the job that rules run on next. Questions are recorded for it. */
  onJob(jobId: number): void;
  /** Returns and clears the unanswered questions. */
  take(): Questions;
  /** Why the rule's last question has no answer. `final`: waiting will not bring one. */
  standing(ruleId: number): { readonly words: string; readonly final: boolean };
};

export const answerKey = (ruleId: number, digest: string): string => `${ruleId} ${digest}`;
export const digestOf = (prompt: string): string => createHash('sha256').update(prompt).digest('hex');

/** Answers prompts from what is known. */
export function answersFrom({ isSet, known }: KnownAnswers, moment: Moment): AiAnswers {
  let asked = new Map<string, Asked>();
  const last = new Map<number, Known | undefined>();
  let job: number | null = null;
  return {
    answerOf({ id: ruleId }, prompt) {
      const key = answerKey(ruleId, digestOf(prompt));
      const found = known.get(key);
      last.set(ruleId, found);
      if (found?.state === 'answered') return found.value;
      const question = asked.get(key) ?? { ruleId, prompt, jobIds: new Set<number>() };
      if (job !== null) question.jobIds.add(job);
      asked.set(key, question);
      return undefined;
    },
    onJob(jobId) {
      job = jobId;
    },
    take() {
      const taken = asked;
      asked = new Map();
      return taken;
    },
    standing: (ruleId) => (isSet ? standingOf(last.get(ruleId), moment) : { words: noAiMessage, final: true }),
  };
}

const noAiMessage = 'No AI is configured, so this was not answered: the field stays as it is.';

function standingOf(known: Known | undefined, moment: Moment): ReturnType<AiAnswers['standing']> {
  if (known?.state === 'failed') return { words: `The AI did not answer: ${known.words}`, final: true };
  const unasked = `The AI is asked when the job is ${moment === 'export' ? 'posted' : 'next collected or reprocessed'}.`;
  const again = known && known.tries > 0 && known.words !== '';
  const asked = again ? `The AI has not answered yet and is asked again: ${known.words}` : 'The AI has not answered yet.';
  return { words: known ? asked : unasked, final: false };
}
