import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const systemHelp: readonly HelpTopic[] = [
  {
    screens: ['settings'],
    title: 'All settings',
    about: 'Every screen and setting that you may change, with a search.',
    how: [
      {
        ask: 'Find a setting',
        answer: 'Type what it is about, such as time zone or auto-post. Ctrl K finds settings from every screen.',
      },
    ],
  },
  {
    screens: ['systemSettings'],
    title: 'System settings',
    about: 'What applies to every customer of this installation.',
    how: [
      {
        ask: 'Connect an AI',
        answer: 'The part AI leads to the engines and models. Without a connected engine, the built-in matcher answers alone.',
      },
      { ask: 'Connect Slack', answer: 'Enter the address of an incoming webhook under Slack, and send a test message.' },
      {
        ask: 'Work on tickets in Jira',
        answer:
          'Enter site, account, API token, project and issue type under Jira, and test the connection. Each new ticket becomes an issue.',
      },
      {
        ask: 'Hear of changes in Jira at once',
        answer:
          'Show the webhook under Jira, make one, and enter its address and secret in Jira. Without it they arrive within a minute.',
      },
      {
        ask: 'Send text messages of job alerts',
        answer:
          'Enter account SID, auth token and sender under Text messages, and test the connection. Then enter the webhook for incoming messages in Twilio, so that STOP arrives.',
      },
      {
        ask: 'Mirror billing in FreshBooks',
        answer:
          'Save the client ID and secret of an app at FreshBooks, then choose Authorize. The Billing tab of a customer links it to a client.',
      },
      { ask: 'Require a second factor', answer: 'Sign-in of administrators says whether they need one.' },
      { ask: 'Retry failed background work', answer: 'Failed background work lists what gave up, with the reason and Retry.' },
    ],
  },
  {
    screens: ['serviceItems'],
    title: 'Service items',
    about: 'Values that the service works with, where they differ from their defaults. A change acts at once.',
    how: [
      { ask: 'Pause posting', answer: 'Add an item, choose Posting paused and turn it on. Posts wait until it is off.' },
      {
        ask: 'Set a value for one customer',
        answer: 'Choose the customer in the item. It wins over the item for all customers.',
      },
      { ask: 'Return to the default', answer: 'Remove the item.' },
    ],
  },
  {
    screens: ['systemLog'],
    title: 'System log',
    about: 'What the processes of the service logged on a day, kept for 30 days. Days and times are in UTC.',
    how: [
      {
        ask: 'Find the error that a person reports',
        answer: 'Choose the day and type the reference that the app showed them into the search.',
      },
      {
        ask: 'Tell the developers about an error',
        answer: 'Copy its error ID, in the menu of the line: the output of the process has the details under that ID.',
      },
    ],
  },
  {
    screens: ['mailbox'],
    title: 'Mailbox',
    about: 'The emails that the service sends. The mailbox of the demo keeps the newest until the service stops.',
    how: [
      {
        ask: 'Read an email of the demo',
        answer:
          'Open it under Arrived. Its HTML is shown in a frame in which nothing runs and nothing loads; its links work under Text.',
      },
      {
        ask: 'Find out why somebody got no email',
        answer: 'Sent lists the emails of the service. A refused one shows what the mail server said.',
      },
      {
        ask: 'Send a refused email again',
        answer: 'Correct the cause, then retry it in System settings, under Failed background work.',
      },
    ],
  },
];
