import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const aiHelp: readonly HelpTopic[] = [
  {
    screens: ['aiModels'],
    title: 'AI models',
    about: 'An engine is a connection to an OpenAI-compatible endpoint. Its models answer the AI prompts.',
    how: [
      {
        ask: 'Connect an AI',
        answer: 'Under Engines, edit “AI endpoint” and enter its address and key. Then add its model under Models.',
      },
      { ask: 'Find out whether a model works', answer: 'Check it: it is asked one question, and the list says how it answered.' },
      {
        ask: 'Limit what a customer uses',
        answer: 'Add the service items “AI tokens a day” or “AI seconds a day” for the customer.',
      },
      {
        ask: 'Read what a model was asked',
        answer:
          'Open the texts of a call under Calls. They are encrypted, kept for 30 days, and each reading is in the activity.',
      },
    ],
  },
  {
    screens: ['aiDataset'],
    title: 'AI dataset',
    about: 'Descriptions of a customer’s jobs. The built-in engine reads each one, and people say what it really says.',
    how: [
      { ask: 'Start', answer: 'Add the open jobs or upload a JSONL file, then choose Classify. Each label opens the next row.' },
      {
        ask: 'Mark words',
        answer: 'Select them by mouse, touch, or Shift and the arrows. 1 marks the shift, 2 the bill rate. Enter saves.',
      },
      {
        ask: 'Why two people label some rows',
        answer: 'One row in ten shows how far people agree (Cohen’s kappa). Settle what differs under Differences.',
      },
      { ask: 'What test rows are', answer: 'One row in five is only for measuring: it never goes into a prompt.' },
    ],
  },
  {
    screens: ['aiPrompts'],
    title: 'AI prompts',
    about: 'One prompt answers each operation for all customers. A prompt with assigned customers answers for them instead.',
    how: [
      { ask: 'Change a prompt for one customer', answer: 'Add a prompt for the same operation and assign the customer to it.' },
      { ask: 'See which prompts a model answers', answer: 'Follow the number of prompts in the list of models.' },
    ],
  },
  {
    screens: ['aiPrompt'],
    title: 'AI prompt',
    about: 'What the model is asked to do. Texts of jobs go to the model as data, never into the prompt.',
    how: [
      {
        ask: 'Try a change first',
        answer:
          'Turn on “Stage this version”, save it, and test it beside the version in production. Then put it into production.',
      },
      {
        ask: 'Find out which version is better',
        answer:
          'Under Measure, measure both on the test rows of a customer’s dataset. A version that gets fewer rows right asks before it goes into production.',
      },
      { ask: 'Go back to an earlier version', answer: 'Under Versions, put it into production. No version is ever lost.' },
      {
        ask: 'Let Jobdock fill in its own words',
        answer:
          'Write a placeholder in double braces, such as {{field}}. The list under the prompt names those of the operation.',
      },
    ],
  },
];
