import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { AdfDoc, AdfNode } from '#domain/tickets/adf/adf.ts';
import { callJira, type JiraProblem, type JiraSignIn, type SentFile } from './jira-client.ts';

type Answer<T> = Promise<Result<T, JiraProblem>>;

/** The group of a status that every workflow has. */
const Category = z.string();
const Status = z.object({ name: z.string(), statusCategory: z.object({ key: Category }) });
const Found = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({ labels: z.array(z.string()).default([]), updated: z.string().default('') }),
});
/** An issue that the search found. */
export type FoundIssue = z.infer<typeof Found>;

const FoundPage = z.object({ issues: z.array(Found), isLast: z.boolean().optional(), nextPageToken: z.string().optional() });

const Node: z.ZodType<AdfNode> = z.looseObject({ type: z.string() });

const JiraComment = z.object({
  id: z.string(),
  author: z.object({ accountId: z.string(), displayName: z.string() }).optional(),
  body: Node,
  created: z.string(),
  jsdPublic: z.boolean().default(true),
  visibility: z.unknown().optional(),
});
/** A comment as it is in Jira. */
export type JiraComment = z.infer<typeof JiraComment>;

const Issue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({
    updated: z.string(),
    status: Status,
    attachment: z.array(z.object({ id: z.string(), filename: z.string() })).default([]),
  }),
});
/** An issue as it is read by its key, which is never behind. */
export type JiraIssue = z.infer<typeof Issue>;

const Transition = z.object({ id: z.string(), to: Status });
export type JiraTransition = z.infer<typeof Transition>;

/** What a new issue has. */
export type NewIssue = {
  readonly project: string;
  readonly issueType: string;
  readonly summary: string;
  readonly description: AdfDoc;
  readonly labels: readonly string[];
};

/** The most pages of a search or of comments that are read. */
const mostPages = 100;

/** The calls of Jira Cloud that tickets need. None of them throws, and none is repeated by itself. */
export function jiraPort(signIn: JiraSignIn) {
  const at = (key: string, rest = '') => `/issue/${encodeURIComponent(key)}${rest}`;
  return {
    ...ofAccount(signIn),
    /** The issues that a JQL query finds. The search may be minutes behind. */
    async search(jql: string): Answer<FoundIssue[]> {
      const found: FoundIssue[] = [];
      for (let page = 0, token: string | undefined; page < mostPages; page++) {
        const body = { jql, fields: ['labels', 'updated'], maxResults: 50, ...(token !== undefined && { nextPageToken: token }) };
        const answer = await callJira(signIn, { method: 'POST', path: '/search/jql', body }, FoundPage);
        if (!answer.ok) return answer;
        found.push(...answer.value.issues);
        token = answer.value.nextPageToken;
        if (answer.value.isLast !== false || token === undefined) break;
      }
      return ok(found);
    },
    create: ({ project, issueType, ...fields }: NewIssue): Answer<{ key: string }> =>
      callJira(
        signIn,
        {
          method: 'POST',
          path: '/issue',
          body: { fields: { project: { key: project }, issuetype: { name: issueType }, ...fields } },
        },
        z.object({ key: z.string() }),
      ),
    read: (key: string): Answer<JiraIssue> =>
      callJira(signIn, { method: 'GET', path: at(key, '?fields=status,updated,attachment') }, Issue),
    /** All comments of an issue, oldest first. */
    async comments(key: string): Answer<JiraComment[]> {
      const all: JiraComment[] = [];
      for (let page = 0; page < mostPages; page++) {
        const path = at(key, `/comment?orderBy=created&startAt=${all.length}`);
        const Page = z.object({ comments: z.array(JiraComment), total: z.number() });
        const answer = await callJira(signIn, { method: 'GET', path }, Page);
        if (!answer.ok) return answer;
        all.push(...answer.value.comments);
        if (answer.value.comments.length === 0 || all.length >= answer.value.total) break;
      }
      return ok(all);
    },
    comment: (key: string, body: AdfDoc): Answer<{ id: string }> =>
      callJira(signIn, { method: 'POST', path: at(key, '/comment'), body: { body } }, z.object({ id: z.string() })),
    async attach(key: string, file: SentFile): Answer<{ id: string }> {
      const Attached = z.array(z.object({ id: z.string() })).min(1);
      const answer = await callJira(signIn, { method: 'POST', path: at(key, '/attachments'), file }, Attached);
      if (!answer.ok) return answer;
      const [attached] = answer.value;
      return attached ? ok(attached) : no({ kind: 'unsure', words: 'Jira named no attachment.' });
    },
    async transitions(key: string): Answer<JiraTransition[]> {
      const Page = z.object({ transitions: z.array(Transition) });
      const answer = await callJira(signIn, { method: 'GET', path: at(key, '/transitions') }, Page);
      return answer.ok ? ok(answer.value.transitions) : answer;
    },
    transition: (key: string, id: string): Answer<unknown> =>
      callJira(signIn, { method: 'POST', path: at(key, '/transitions'), body: { transition: { id } } }, z.unknown()),
  };
}

/** Reads of the account and its projects. */
const ofAccount = (signIn: JiraSignIn) => ({
  /** The account that Jobdock works as. */
  myself: (): Answer<{ displayName: string; accountId: string }> =>
    callJira(signIn, { method: 'GET', path: '/myself' }, z.object({ displayName: z.string(), accountId: z.string() })),
  project: (key: string): Answer<{ name: string; issueTypes: { name: string }[] }> =>
    callJira(
      signIn,
      { method: 'GET', path: `/project/${encodeURIComponent(key)}` },
      z.object({ name: z.string(), issueTypes: z.array(z.object({ name: z.string() })) }),
    ),
});

export type JiraPort = ReturnType<typeof jiraPort>;
