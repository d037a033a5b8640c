import { aiHelp } from '#src/features/ai/help.ts';
import { billingHelp } from '#src/features/billing/help.ts';
import { collectingHelp } from '#src/features/collecting/help.ts';
import { mappingHelp } from '#src/features/mapping/help.ts';
import { peopleHelp } from '#src/features/people/help.ts';
import { postingHelp } from '#src/features/posting/help.ts';
import { reportsHelp } from '#src/features/reports/help.ts';
import { rulesHelp } from '#src/features/rules/help.ts';
import { stagingHelp } from '#src/features/staging/help.ts';
import { submissionHelp } from '#src/features/submissions/help.ts';
import { supportHelp } from '#src/features/support/help.ts';
import { syncHelp } from '#src/features/sync/help.ts';
import { systemHelp } from '#src/features/system/help.ts';
import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

/** What everyone needs, whatever the screen. */
const everywhere: HelpTopic = {
  screens: [],
  title: 'Everywhere',
  about: 'The sidebar shows one workspace at a time: Work, Setup, Insights. Screens of one kind are tabs.',
  how: [
    {
      ask: 'Find a screen, a setting, a job or an action',
      answer: 'Type a word of it: screens, settings, facilities, rules, tasks, jobs, and what you can do with the selected jobs.',
      keys: 'mod+k',
    },
    {
      ask: 'Keep a screen or a view at hand',
      answer: 'Choose the pin beside the name of the page. It stays in the sidebar, a view with the number of its jobs.',
    },
    {
      ask: 'Work offline',
      answer:
        'After one sign-in, Jobdock opens without a connection. Map, hold, edit and post as usual; Outbox lists what is queued, and everything is sent once when you are back.',
    },
    { ask: 'See what happened', answer: 'The bell keeps results of posts, errors, and what the service has to tell you.' },
    { ask: 'I may not open a screen', answer: 'Its page names the people who can give you the right.' },
    {
      ask: 'Sign out on a shared device',
      answer: 'Choose Sign out in your account menu. Unsent changes are sent, kept locked, or exported, as you choose.',
    },
  ],
};

/** Help by topic, in the order in which it lists everything. */
export const helpTopics: readonly HelpTopic[] = [
  everywhere,
  ...stagingHelp,
  ...mappingHelp,
  ...rulesHelp,
  ...syncHelp,
  ...collectingHelp,
  ...postingHelp,
  ...submissionHelp,
  ...reportsHelp,
  ...supportHelp,
  ...aiHelp,
  ...systemHelp,
  ...peopleHelp,
  ...billingHelp,
];
