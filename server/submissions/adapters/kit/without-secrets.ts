import type { SubmissionAdapter } from '#server/submissions/adapter.ts';

/** Shorter parts of a secret are words that may stand in any sentence. */
const shortest = 4;
const hidden = '[secret]';

/**
 * An adapter whose words never hold the secret of its connection, nor one of its parts between colons: a system may repeat in a refusal what
 * it was sent, and words are stored, shown and replicated.
 */
export function withoutSecrets(adapter: SubmissionAdapter, secret: string): SubmissionAdapter {
  const parts = [secret, ...secret.split(':')].filter((part) => part.trim().length >= shortest);
  if (parts.length === 0) return adapter;
  const clean = (answer: unknown): unknown => {
    if (typeof answer !== 'object' || answer === null || !('words' in answer) || typeof answer.words !== 'string') return answer;
    return { ...answer, words: parts.reduce((words, part) => words.replaceAll(part, hidden), answer.words) };
  };
  const calls = (value: unknown): unknown => {
    if (typeof value === 'function')
      return (...given: unknown[]) => {
        const answer: unknown = value(...given);
        return answer instanceof Promise ? answer.then(clean) : answer;
      };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, calls(one)]));
  };
  return calls(adapter) as SubmissionAdapter;
}
