import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const syncHelp: readonly HelpTopic[] = [
  {
    screens: ['outbox'],
    title: 'Outbox',
    about:
      'Every change that you made, in order: queued, sent, or waiting for your decision. Changes made offline are sent once when you are back.',
    how: [
      {
        ask: 'Discard a queued change',
        answer: 'Choose Discard. One that may have reached the service can only be undone; Undo queues the opposite.',
      },
      { ask: 'Correct a queued change', answer: 'Choose Edit, as long as it is not answered.' },
      {
        ask: 'Resolve a conflict',
        answer:
          'Somebody changed the same value. Resolve shows yours, the earlier value and theirs; choose for each field, or for all alike.',
      },
      { ask: 'Save my queued changes', answer: 'Export writes them to a file, so that nothing is lost with this device.' },
    ],
  },
  {
    screens: ['offline'],
    title: 'Offline & storage',
    about: 'What this device keeps, how much space it takes, and until when it opens offline.',
    how: [
      {
        ask: 'Remove the data of a customer',
        answer: 'Choose Remove in its row. Unsent changes are kept until they are sent, or you say otherwise.',
      },
      { ask: 'Keep the browser from clearing data', answer: 'Choose Protect data. Installing the app helps, too.' },
    ],
  },
  {
    screens: ['devices'],
    title: 'Devices',
    about: 'The browsers that hold customers’ data, with their unsent changes.',
    how: [
      {
        ask: 'A laptop or tablet was lost',
        answer:
          'Choose Revoke in its row. Its data is wiped the next time it connects; without a connection it locks itself after 72 hours.',
      },
    ],
  },
];
