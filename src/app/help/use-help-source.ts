import { useEffect, useEffectEvent } from 'react';
import type { PaletteItem, PaletteMode } from '#src/ui/palette/palette-registry.ts';
import { palette } from '#src/ui/palette/palette-registry.ts';
import { usePlace } from '../navigation/use-place.ts';
import { findHelp, topicsFor } from './find-help.ts';

const question = /^(how|why|what|where|when|can|does|who)\b/i;
const shownAtMost = 5;

/** Lets the palette answer questions ("how do I hold a job"), and search help after `?`. */
export function useHelpSource(onHelp: (about: string) => void): void {
  const { open } = usePlace();
  const search = useEffectEvent(async (words: string, mode: PaletteMode): Promise<PaletteItem[]> => {
    if (words.length < 3 || (mode !== 'help' && !(mode === 'all' && question.test(words)))) return [];
    // The texts are many, and most people never ask.
    const { helpTopics } = await import('./help-topics.ts');
    const topics = findHelp(
      topicsFor(helpTopics, (id) => open.some((screen) => screen.id === id)),
      words,
    );
    const answers = topics.flatMap(({ title, how }) => how.map(({ ask }) => ({ title, ask })));
    return answers.slice(0, shownAtMost).map(
      ({ title, ask }): PaletteItem => ({
        id: `howto:${title}:${ask}`,
        mode: 'help',
        label: ask,
        note: title,
        // It matches by meaning, so the words of the question count as its own.
        also: words,
        run: () => onHelp(ask),
      }),
    );
  });
  useEffect(() => palette.add({ id: 'help', search: (words, mode) => search(words, mode) }), []);
}
