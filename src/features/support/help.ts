import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const supportHelp: readonly HelpTopic[] = [
  {
    screens: ['support'],
    title: 'Support',
    about: 'Sends a ticket to Jobdock support, with files. It works without a connection.',
    how: [
      {
        ask: 'Send a ticket offline',
        answer: 'Send it as usual. Ticket and files stay on this device and go out with the next connection.',
      },
      {
        ask: 'See what is sent',
        answer: 'What is sent about this device lists the screen, the version, the sync state and refused changes.',
      },
      { ask: 'Report a job', answer: 'In Staging, open the job and choose Request support. Find job has the same link.' },
      { ask: 'Report a rule', answer: 'Open the rule and choose Ask support. The ticket has a link to it.' },
    ],
  },
  {
    screens: ['tickets', 'ticket'],
    title: 'Tickets',
    about: 'The tickets of your agency, with their answers and files.',
    how: [
      {
        ask: 'Answer a ticket',
        answer:
          'Open it, write the answer and send it. Support gets it, and an answer to a closed ticket reopens it. You can also answer the email about it.',
      },
      {
        ask: 'Find new answers',
        answer: 'Tickets with an answer that you have not seen are marked New answer. Choose it in the filter.',
      },
      {
        ask: 'Go through a list',
        answer: 'Search, filter and sort the list, then open a ticket. Press j for the next one and k for the previous one.',
      },
      {
        ask: 'Two tickets about the same problem',
        answer: 'Support can merge them. The merged ticket links to the one that has its answers and files.',
      },
      { ask: 'A file was not sent', answer: 'The ticket shows it with the reason. Try again or discard it.' },
    ],
  },
  {
    screens: ['supportQuestions'],
    title: 'Support questions',
    about: 'What a ticket can be about, the fields of each question, the phone number of support and canned answers.',
    how: [
      {
        ask: 'Ask for more',
        answer: 'Edit a question and add a field. A required field must be filled before the ticket is sent.',
      },
      { ask: 'Ask for one of several', answer: 'Give the fields the same group and set them to one of the group.' },
    ],
  },
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
  {
    screens: ['documents', 'videos'],
    title: 'Documents and videos',
    about: 'Files and videos of the provider, the same for every customer.',
    how: [
      {
        ask: 'Get the tax form',
        answer: 'Choose Download beside Tax form. It is a sample until the provider has uploaded its own.',
      },
      { ask: 'Watch a video', answer: 'It opens in a window of its own, on the site where it is.' },
      {
        ask: 'Add or replace a document',
        answer:
          'Administrators of the provider add one, then upload its PDF file with Replace file. People see it once it has a file.',
      },
    ],
  },
  {
    screens: ['notices'],
    title: 'Notices',
    about: 'Short messages above every screen of the people you choose, and in their bell.',
    how: [
      {
        ask: 'Choose who sees a notice',
        answer: 'A customer must match every list that has a choice, by any choice of it. Everyone must be turned on by itself.',
      },
      { ask: 'End a notice', answer: 'Set its last day, turn Visible off, or remove it.' },
      {
        ask: 'Show a dismissed notice again',
        answer: 'Each person dismisses for themselves, also after an edit. Add a new notice if all should see it again.',
      },
    ],
  },
  {
    screens: ['noticeMail'],
    title: 'Email to people',
    about: 'One email to each person of an audience who has the alert of its type in their profile.',
    how: [
      {
        ask: 'Send an email',
        answer:
          'Write it, count the recipients, check the preview, and enter the number of people. If the audience has changed since, the new number is asked for.',
      },
      {
        ask: 'Use names',
        answer: '#NAME# is the name of the person, #CUSTOMER_NAME# that of their customer. Other placeholders are refused.',
      },
      { ask: 'See what became of the emails', answer: 'The status pill shows the work, and Mailbox lists each email.' },
    ],
  },
  {
    screens: ['jobAlerts'],
    title: 'Job alerts',
    about: 'Emails and text messages with the new jobs of a saved view to the candidates of your ATS whom they suit.',
    how: [
      {
        ask: 'Send new jobs to candidates',
        answer:
          'Save a view in Staging, then add a job alert: choose the view, the target, when it is sent and by what candidates match.',
      },
      {
        ask: 'See the message first',
        answer: 'Preview shows it in the form. Send me a test, in the list, sends it to you alone.',
      },
      {
        ask: 'Send text messages',
        answer:
          'Choose Send by. Text messages go to mobile numbers of candidates who agreed to them in the ATS. Who answers STOP gets none any more. Preview shows how many segments your provider pays for.',
      },
      {
        ask: 'Who gets no email',
        answer:
          'Candidates who do not match, who stopped the emails with the link in them, or who want no mass mail in the ATS. No one gets the same job twice from an alert.',
      },
    ],
  },
];
