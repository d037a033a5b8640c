import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const supportHelp: readonly HelpTopic[] = [
  {
    screens: ['errorConfigurations'],
    title: 'Error alerts',
    about: 'When errors of collections, posts, emails and AI calls send a message to Slack or by email.',
    how: [
      {
        ask: 'Get a message when a vendor refuses sign-ins',
        answer: 'Add an error alert, choose the error Sign-in refused, and say how many within how many minutes send a message.',
      },
      {
        ask: 'Understand “And 37 more errors”',
        answer:
          'After a message an error alert is silent for its minutes. Then it says how many errors came meanwhile, and “Recovered” once none came.',
      },
      { ask: 'Connect Slack', answer: 'Enter an incoming webhook in System settings, under Slack.' },
      { ask: 'Get the emails', answer: 'Turn on system alerts in the contact of an administrator.' },
    ],
  },
];
