/** A workflow: the category of each status, and where each status leads. */
export type Workflow = {
  readonly first: string;
  readonly categories: Readonly<Record<string, 'new' | 'indeterminate' | 'done'>>;
  readonly transitions: Readonly<Record<string, readonly string[]>>;
};

const anywhere = ['To Do', 'In Progress', 'Done'];

/** Workflows as teams have them: every status from every other one; one step after another; one that never reopens. */
export const workflows = {
  simple: {
    first: 'To Do',
    categories: { 'To Do': 'new', 'In Progress': 'indeterminate', Done: 'done' },
    transitions: { 'To Do': anywhere, 'In Progress': anywhere, Done: anywhere },
  },
  steps: {
    first: 'Triage',
    categories: { Triage: 'new', 'In arbeit': 'indeterminate', Review: 'indeterminate', Erledigt: 'done', Reopened: 'new' },
    transitions: {
      Triage: ['In arbeit'],
      'In arbeit': ['Triage', 'Review'],
      Review: ['In arbeit', 'Erledigt'],
      Erledigt: ['Reopened'],
      Reopened: ['In arbeit'],
    },
  },
  final: {
    first: 'Open',
    categories: { Open: 'new', Closed: 'done' },
    transitions: { Open: ['Closed'], Closed: [] },
  },
} as const satisfies Record<string, Workflow>;
