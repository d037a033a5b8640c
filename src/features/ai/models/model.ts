import type { AiModel } from '#contract/ai/models.ts';

/** A documented sentence with the reason; null without one. */
export const withReason = (sentence: string, reason: string | null): string | null => reason && `${sentence}. ${reason}`;

const dollars = (price: number | null): string => (price === null ? '?' : `$${price}`);

/** “$0.5 in, $1.5 out”; a dash if both are unknown. */
export const priceWords = ({ priceIn, priceOut }: AiModel): string =>
  priceIn === null && priceOut === null ? '–' : `${dollars(priceIn)} in, ${dollars(priceOut)} out`;

const forms = { json_schema: 'JSON by schema', json_object: 'JSON', text: 'Text' } as const;
/** The strictest form of answers that a model accepted; a dash if it was never asked. */
export const answerForm = ({ answersAs }: AiModel): string => (answersAs === null ? '–' : forms[answersAs]);

/** How the last check ended. */
export const checkedWords = ({ checkWords, checkMilliseconds }: AiModel): string =>
  checkMilliseconds === null ? (checkWords ?? '') : `Answered in ${checkMilliseconds.toLocaleString('en-US')} ms`;
