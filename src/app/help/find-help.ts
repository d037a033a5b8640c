import type { HelpTopic, HowTo } from '#src/ui/screen/help-topic.ts';

/** Topics of the screens that a person may open; those without a screen are for everyone. */
export const topicsFor = (topics: readonly HelpTopic[], mayOpen: (screen: string) => boolean): HelpTopic[] =>
  topics.filter(({ screens }) => screens.length === 0 || screens.some(mayOpen));

/**
 * The topics that match every typed word, those that match in their questions first. Each has its matching answers only, or all
 * if the words name the topic.
 */
export function findHelp(topics: readonly HelpTopic[], typed: string): HelpTopic[] {
  const words = wordsOf(typed);
  const found = topics.flatMap((topic) => {
    const scoreOf = ({ ask }: HowTo): number => 2 * count(words, ask) + count(words, topic.title);
    const all = count(words, topic.title) === words.length;
    const how = topic.how
      .filter(({ ask, answer }) => all || count(words, `${topic.title} ${ask} ${answer}`) === words.length)
      .toSorted((one, other) => scoreOf(other) - scoreOf(one));
    const [best] = how;
    return best ? [{ topic: { ...topic, how }, score: scoreOf(best) }] : [];
  });
  return found.toSorted((one, other) => other.score - one.score).map(({ topic }) => topic);
}

/** Fillers of a question: "how do I hold a job" looks for "hold job". */
const fillers = new Set('how do does i can to a an the my is what where why in on of for'.split(' '));

const wordsOf = (typed: string): string[] => {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
  const meant = words.filter((word) => !fillers.has(word));
  return meant.length > 0 ? meant : words;
};

/** How many of the words start a word of the text. */
const count = (words: readonly string[], text: string): number => {
  const starts = text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
  return words.filter((word) => starts.some((start) => start.startsWith(word))).length;
};
