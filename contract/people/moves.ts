import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerNumber, Id, Instant } from '../kit/ids.ts';

const chosen = (words: string) => z.number(words).int(words).positive(words).max(2_147_483_647, words);

/** Between whom sources move. Both must be chosen, and the child must be linked with the parent. */
const between = {
  customer: CustomerNumber,
  parent: chosen('Choose the parent customer'),
  child: chosen('Choose the child customer'),
};

const mostPairs = 100;

/** Which target of the child takes the place of a target of the parent. */
export const TargetPair = z.object({ from: Id, to: Id });
export type TargetPair = z.infer<typeof TargetPair>;
const pairs = z.array(TargetPair).max(mostPairs, `Choose at most ${mostPairs} targets`);

/** Numbers of rows that move with a source. */
export const MoveCounts = z.object({
  tasks: z.number(),
  jobs: z.number(),
  mappings: z.number(),
  history: z.number(),
  posts: z.number(),
});
export type MoveCounts = z.infer<typeof MoveCounts>;

/** A source of the parent as a move would find it. */
export const MovableSource = MoveCounts.extend({
  id: z.number(),
  name: z.string(),
  /** Targets of the parent that its mappings or posts use. */
  targetIds: z.array(z.number()),
  /** Names of the parent's rules that name it. They stay at the parent. */
  rules: z.array(z.string()),
  /** Mapped values that the lists of the chosen targets at the child lack: how many, and the names of the first five. */
  missing: z.number(),
  missingNames: z.array(z.string()),
  /** Why it cannot move now, as a sentence with the remedy; null if it can. */
  problem: z.string().nullable(),
});
export type MovableSource = z.infer<typeof MovableSource>;

const MoveTarget = z.object({ id: z.number(), name: z.string() });

export const MovePreview = z.object({
  parentName: z.string(),
  childName: z.string(),
  parentTargets: z.array(MoveTarget),
  childTargets: z.array(MoveTarget),
  /** The pairs that the problems were judged with: those that were sent, or a proposal by kind, account and name. */
  targets: z.array(TargetPair),
  sources: z.array(MovableSource),
});
export type MovePreview = z.infer<typeof MovePreview>;

const source: MovableSource = {
  id: 3,
  name: 'Medloop',
  tasks: 1,
  jobs: 812,
  mappings: 240,
  history: 3100,
  posts: 96,
  targetIds: [1],
  rules: ['Hold Medloop float'],
  missing: 1,
  missingNames: ['Mercy General'],
  problem: null,
};
const target = { id: 1, name: 'Bullhorn' };

export const previewMove = endpoint('POST /api/admin/move2child/:customer/preview', {
  about:
    'The sources of a parent with what would move to the child, what stays and what prevents it. Without `targets` it proposes which target of the child takes the place of which of the parent.',
  args: z.object({ ...between, targets: pairs.nullable().default(null) }),
  reply: MovePreview,
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    parentName: 'Harborview Staffing',
    childName: 'Bayside Travel Nurses',
    parentTargets: [target],
    childTargets: [{ id: 4, name: 'Bullhorn' }],
    targets: [{ from: 1, to: 4 }],
    sources: [source],
  },
});

/** What became of one source. `counts` if it moved; else `words` says why it stayed. */
const MovedSource = z.object({
  id: z.number(),
  name: z.string(),
  counts: MoveCounts.nullable(),
  words: z.string().nullable(),
});
export type MovedSource = z.infer<typeof MovedSource>;

/** A move of sources to a child. It goes on without the page and survives a restart; each source moves whole or not at all. */
export const SourceMoveRun = z.object({
  id: z.number(),
  parent: z.number(),
  child: z.number(),
  parentName: z.string(),
  childName: z.string(),
  state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone']),
  /** Sources chosen, looked at so far, and moved. */
  total: z.number(),
  seen: z.number(),
  changed: z.number(),
  by: z.string(),
  queuedAt: Instant,
  endedAt: Instant.nullable(),
  /** Its result in words, or why it failed. */
  message: z.string(),
  /** A user asked to stop it; it stops before the next source. */
  stopping: z.boolean(),
  canUndo: z.boolean(),
  sources: z.array(MovedSource),
});
export type SourceMoveRun = z.infer<typeof SourceMoveRun>;

const { tasks, jobs, mappings, history, posts } = source;
const done: SourceMoveRun = {
  id: 5,
  parent: 2,
  child: 3,
  parentName: 'Harborview Staffing',
  childName: 'Bayside Travel Nurses',
  state: 'done',
  total: 1,
  seen: 1,
  changed: 1,
  by: 'Pat Provider',
  queuedAt: '2026-11-21T00:00:00.000Z',
  endedAt: '2026-11-21T00:00:04.000Z',
  message: '1 source moved to Bayside Travel Nurses',
  stopping: false,
  canUndo: true,
  sources: [{ id: 3, name: 'Medloop', counts: { tasks, jobs, mappings, history, posts }, words: null }],
};
const queued: SourceMoveRun = {
  ...done,
  state: 'queued',
  seen: 0,
  changed: 0,
  endedAt: null,
  message: '',
  canUndo: false,
  sources: [],
};

export const moveToChild = endpoint('POST /api/admin/move2child/:customer', {
  about:
    'Moves chosen sources of a parent whole to its child: tasks, jobs, mappings, history and posts with their ids at the ATS. Rules stay. Long work: returns the queued move.',
  args: z.object({
    ...between,
    sourceIds: z
      .array(Id, 'Choose the sources to move')
      .min(1, 'Choose the sources to move')
      .max(500, 'Choose at most 500 sources at once'),
    targets: pairs.default([]),
  }),
  reply: SourceMoveRun,
  fails: ['invalid', 'not_found', 'conflict', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: queued,
});

export const listMoves = endpoint('GET /api/admin/move2child/:customer', {
  about: 'The newest 50 moves of sources, newest first: those of one parent, or all (-1).',
  args: z.object({ customer: CustomerNumber }),
  reply: z.array(SourceMoveRun),
  fails: ['not_found'],
  needs: 'admin',
  offline: 'online',
  example: [done],
});

const ofMove = z.object({ customer: CustomerNumber, id: Id });

export const stopMove = endpoint('POST /api/admin/move2child/:customer/:id/stop', {
  about: 'Stops a move of this parent before its next source. Sources that have moved stay at the child.',
  args: ofMove,
  reply: SourceMoveRun,
  fails: ['not_found', 'conflict'],
  needs: 'admin',
  offline: 'online',
  example: { ...queued, state: 'running', stopping: true },
});

export const undoMove = endpoint('POST /api/admin/move2child/:customer/:id/undo', {
  about:
    'Moves all sources of a move back to this parent, or none: none if anything of them was changed or posted at the child. Long work.',
  args: ofMove,
  reply: SourceMoveRun,
  fails: ['not_found', 'conflict', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: { ...done, state: 'undoing', endedAt: null, canUndo: false },
});

export const moveEndpoints = [previewMove, moveToChild, listMoves, stopMove, undoMove];
