import type { IncomingMessage } from 'node:http';
import type { AdfNode } from '#domain/tickets/adf/adf.ts';
import type { Workflow } from './workflows.ts';

type User = { readonly accountId: string; readonly displayName: string };
type Comment = {
  readonly id: string;
  readonly author: User;
  readonly body: AdfNode;
  readonly created: string;
  readonly jsdPublic: boolean;
  readonly visibility?: { readonly type: 'role'; readonly value: string };
};
type Attachment = { readonly id: string; readonly filename: string; readonly size: number; readonly content: Buffer };

/** An issue as the double holds it. */
export type DoubleIssue = {
  readonly id: string;
  readonly key: string;
  readonly summary: string;
  readonly description: AdfNode;
  readonly labels: readonly string[];
  readonly created: number;
  updated: number;
  /** When the search finds it, and its last change. */
  indexedAt: number;
  status: string;
  readonly comments: Comment[];
  readonly attachments: Attachment[];
};

/** All that the double holds. */
export type JiraState = {
  readonly issues: DoubleIssue[];
  /** Numbers and ids that were used. */
  numbers: number;
  ids: number;
  readonly now: () => number;
  /** How long the search does not find what was written. */
  readonly indexLagMs: number;
  readonly workflow: Workflow;
};

/** What it knows of its only account. */
export const jiraDoubleAccess = {
  account: 'jobdock@harborview.example',
  token: 'demo-jira-token',
  project: 'SUP',
  issueType: 'Task',
};

export const ours: User = { accountId: '5b10a2844c20165700ede21g', displayName: 'Jobdock' };

export type Read = { readonly headers: IncomingMessage['headers']; readonly bytes: Buffer; readonly json: () => unknown };
export type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

export const notFound: Reply = {
  status: 404,
  body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} },
};
/** As Jira writes a moment: with the offset of the account's time zone. */
export const stamp = (at: number): string => new Date(at).toISOString().replace('Z', '+0000');
export const isDocument = (body: AdfNode | undefined): boolean =>
  body?.type === 'doc' && Array.isArray(body.content) && !hasEmptyText(body);
const hasEmptyText = (node: AdfNode): boolean => (node.type === 'text' && !node.text) || (node.content ?? []).some(hasEmptyText);

export const issueAt = ({ issues }: JiraState, key: string): DoubleIssue | undefined =>
  issues.find((issue) => issue.key === key || issue.id === key);

/** Notes that an issue changed: the search finds it later. */
export function touch({ now, indexLagMs }: JiraState, issue: DoubleIssue): void {
  issue.updated = Math.max(now(), issue.updated + 1);
  issue.indexedAt = now() + indexLagMs;
}

export function addComment(state: JiraState, issue: DoubleIssue, comment: Omit<Comment, 'id' | 'created'>): Comment {
  const added = { ...comment, id: String(++state.ids), created: stamp(state.now()) };
  issue.comments.push(added);
  touch(state, issue);
  return added;
}
