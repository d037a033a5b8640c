import { useState } from 'react';
import { type PromptTest, testAiPrompt } from '#contract/ai/prompts.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';

export type Tried = { readonly result: PromptTest | null; readonly problem: string | null };
type Args = { cust: number; text: string; version: number; modelId?: number; rowId?: number };
/** Asks one version of a prompt. */
export type AskVersion = (args: Args) => Promise<Tried>;
export type Trial = { readonly cust: number; readonly text: string; readonly version: number; readonly rival: string };

/** The versions to ask: the chosen one and, if there is one, what is beside it: another version or another model. */
export function versionsOf({ version, rival }: Pick<Trial, 'version' | 'rival'>): { version: number; modelId?: number }[] {
  const other = Number(rival.slice(1));
  const second = rival.startsWith('v') ? { version: other } : { version, modelId: other };
  return rival === '' ? [{ version }] : [{ version }, second];
}

/** Asks about one text, one version or two side by side. */
export function useTrials(id: number) {
  const call = useCall();
  const [tried, setTried] = useState<readonly Tried[]>([]);
  // The text may be changed while the answers to the earlier one are on screen.
  const [about, setAbout] = useState<Pick<Trial, 'cust' | 'text'>>({ cust: 0, text: '' });
  const ask: AskVersion = async (args) => {
    const answer = await call(testAiPrompt, { id, ...args });
    return answer.ok ? { result: answer.value, problem: null } : { result: null, problem: errorMessage(answer.error) };
  };
  const run = async ({ cust, text, ...which }: Trial) => {
    const all = await Promise.all(versionsOf(which).map((version) => ask({ cust, text, ...version })));
    setTried(all);
    setAbout({ cust, text });
  };
  return { tried, about, ask, run };
}
