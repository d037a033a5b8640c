import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const peopleHelp: readonly HelpTopic[] = [
  {
    screens: ['customerBoard'],
    title: 'Customers',
    about:
      'Every customer, those that need somebody first: failed posts, unmapped jobs, tasks with an alarm, devices with unsent changes.',
    how: [
      {
        ask: 'Work in a customer’s data',
        answer: 'Choose a number, or the customer’s name. A frame and the marked name remind you whose data it is.',
      },
      {
        ask: 'See the failed posts of all customers',
        answer: 'Choose Posts. Failed ones come first, each with its reason; the job’s number opens it in its customer’s data.',
      },
      {
        ask: 'See which devices have unsent work',
        answer: 'Choose Unsent devices. Tasks lists the tasks of all customers, those with an alarm first.',
      },
      {
        ask: 'Work as one of their users',
        answer: 'Choose Work as a user in your account menu. It needs a reason, lasts an hour at most, and works online only.',
      },
    ],
  },
  {
    screens: ['preferences'],
    title: 'Preferences',
    about: 'Your formats, your password and second factor, and how Jobdock looks on this device.',
    how: [
      { ask: 'Change my password', answer: 'Enter the current one and a new one under Password. Other browsers are signed out.' },
      {
        ask: 'Set up a second factor',
        answer: 'Add an authenticator app or a passkey, and keep the ten recovery codes: each signs you in once.',
      },
      { ask: 'Use the dark theme', answer: 'Choose Theme under This device.' },
      { ask: 'Turn single-key shortcuts off', answer: 'Choose Single-key shortcuts under This device.' },
    ],
  },
];
