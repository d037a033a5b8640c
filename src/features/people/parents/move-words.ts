import type { MovableSource, MoveCounts } from '#contract/people/moves.ts';
import { counted } from '#src/ui/format/format.ts';

const nouns = [
  ['tasks', 'task', 'tasks'],
  ['jobs', 'job', 'jobs'],
  ['mappings', 'mapping', 'mappings'],
  ['history', 'history line', 'history lines'],
  ['posts', 'post', 'posts'],
] as const;

/** What moves with sources, as text: “1 task, 812 jobs and 96 posts”. Leaves out what there is none of. */
export function sumWords(sources: readonly MoveCounts[]): string {
  const parts = nouns.flatMap(([key, one, several]) => {
    const sum = sources.reduce((all, source) => all + source[key], 0);
    return sum === 0 ? [] : [counted(sum, one, several)];
  });
  if (parts.length <= 1) return parts[0] ?? 'No rows';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** What a person should know of the chosen sources before they move: rules that stay, and values that the child’s lists lack. */
export function staysWords(
  sources: readonly MovableSource[],
  { parentName, childName }: { readonly parentName: string; readonly childName: string },
): string[] {
  return sources.flatMap(({ name, rules, missing, missingNames }) => [
    ...(rules.length > 0
      ? [
          `${name}: ${counted(rules.length, 'rule')} named for it ${rules.length === 1 ? 'stays' : 'stay'} with ${parentName}: ${rules.join(', ')}.`,
        ]
      : []),
    ...(missing > 0
      ? [
          `${name}: ${childName}’s lists lack ${counted(missing, 'mapped value')}: ${missingNames.join(', ')}${missing > missingNames.length ? ' and more' : ''}. Sync its lists or map again before you post.`,
        ]
      : []),
  ]);
}
