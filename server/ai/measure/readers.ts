import type { Answer } from '#domain/ai/measure/measure.ts';
import { checkedReading } from '#domain/parsing/extract/checked-reading.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { type AskPorts, askPrompt, type Route } from '../ask/ask-prompt.ts';
import type { AskedPrompt } from '../rows/prompt-rows.ts';

/** An answer, with the model that gave it; or why it was not asked for. Then none of the next ones is, either. */
type ReaderAnswer =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly standIn: boolean }
  | { readonly kind: 'unasked'; readonly words: string };

/** Reads one description. */
export type Reader = (description: string) => Promise<ReaderAnswer>;

/** The built-in reader. It costs nothing. */
export const builtInReader: Reader = async (description) => {
  const since = performance.now();
  const { shift, rate } = read(description);
  const milliseconds = performance.now() - since;
  return { kind: 'answer', answer: { outcome: 'answered', reading: { shift, rate }, milliseconds, cost: 0 }, standIn: false };
};

const nothing: Answer = { outcome: 'answered', reading: { shift: null, rate: null }, milliseconds: 0, cost: 0 };

/**
 * A version of a prompt as a reader, asked in the name of a customer, whose log and budget count it. A description that is shorter than
 * the prompt demands is not asked about, so nothing is read from it, as in production.
 */
export const promptReader =
  (ports: AskPorts, prompt: AskedPrompt, route: Route, customerId: number): Reader =>
  async (description) => {
    const call = await askPrompt(ports, prompt, route, { customerId, data: description, test: true });
    if ('final' in call)
      return call.final ? { kind: 'answer', answer: nothing, standIn: false } : { kind: 'unasked', words: call.words };
    const { value, outcome, cost, answer } = call;
    // The endpoint asks to wait: that says nothing of the model.
    if (outcome === 'busy') return { kind: 'unasked', words: call.words };
    const reading = value === null ? null : checkedReading(value, description);
    return {
      kind: 'answer',
      answer: { outcome, reading, milliseconds: answer.milliseconds, cost },
      standIn: answer.standIn,
    };
  };
