import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/** The Jira of the provider, as it is shown: never the token of its account. All null if none is connected. */
export const JiraSettings = z.object({
  site: z.string().nullable(),
  account: z.string().nullable(),
  project: z.string().nullable(),
  issueType: z.string().nullable(),
});
export type JiraSettings = z.infer<typeof JiraSettings>;

const example: JiraSettings = {
  site: 'https://harborview.atlassian.net',
  account: 'jobdock@harborview.example',
  project: 'SUP',
  issueType: 'Task',
};

const text = (what: string, most = 100) =>
  z.string().trim().min(1, `Enter ${what}`).max(most, `Shorten this to ${most} characters`);

/** What a person enters. Without a token, the saved one is used, as long as site and account stay. */
export const JiraDraft = z.object({
  site: text('the address of the site', 200),
  account: text('the email address of the account', 200),
  project: text('the key of the project').regex(/^[A-Z][A-Z0-9_]+$/, 'Enter the key of the project in capitals, such as SUP'),
  issueType: text('the issue type'),
  token: text('the API token', 500).optional(),
});
export type JiraDraft = z.infer<typeof JiraDraft>;

export const readJiraSettings = endpoint('GET /api/systemsettings/jira', {
  about: 'The Jira project that tickets go to. Never the token of its account.',
  args: z.object({}),
  reply: JiraSettings,
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'cached',
  example,
});

export const saveJiraSettings = endpoint('POST /api/systemsettings/jira', {
  about:
    'Saves the Jira project that new tickets go to; null disconnects it. The token is encrypted, and is asked again when site or account change.',
  args: z.object({ jira: JiraDraft.nullable() }),
  reply: JiraSettings,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const checkJira = endpoint('POST /api/systemsettings/jira/check', {
  about: 'Signs in to Jira with a draft of the settings, and looks for the project and its issue type. Saves nothing.',
  args: JiraDraft,
  reply: z.object({ account: z.string(), project: z.string(), milliseconds: z.number() }),
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { account: 'Jobdock', project: 'Support', milliseconds: 320 },
});

export const jiraSettingEndpoints = [readJiraSettings, saveJiraSettings, checkJira];
