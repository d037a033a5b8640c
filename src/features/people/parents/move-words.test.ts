import { expect, test } from 'vitest';
import { previewMove } from '#contract/people/moves.ts';
import { staysWords, sumWords } from './move-words.ts';

const [medloop] = previewMove.example.sources;
if (!medloop) throw new Error('the example has no source');
const none = { tasks: 0, jobs: 0, mappings: 0, history: 0, posts: 0 };
const names = { parentName: 'Harborview', childName: 'Bayside' };

test('what moves is summed over the sources, without what there is none of', () => {
  expect(sumWords([medloop])).toBe('1 task, 812 jobs, 240 mappings, 3,100 history lines and 96 posts');
  expect(sumWords([medloop, { ...none, tasks: 2, jobs: 1 }])).toMatch(/^3 tasks, 813 jobs, /);
  expect(sumWords([{ ...none, jobs: 1 }])).toBe('1 job');
  expect(sumWords([none])).toBe('No rows');
});

test('rules that stay and values that the lists of the child lack are named', () => {
  expect(staysWords([{ ...medloop, missing: 7 }], names)).toEqual([
    'Medloop: 1 rule named for it stays with Harborview: Hold Medloop float.',
    'Medloop: Bayside’s lists lack 7 mapped values: Mercy General and more. Sync its lists or map again before you post.',
  ]);
  expect(staysWords([{ ...medloop, rules: [], missing: 0 }], names)).toEqual([]);
});
