import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const submissionHelp: readonly HelpTopic[] = [
  {
    screens: ['submissions'],
    title: 'Submissions',
    about: 'The caregivers that were put forward, newest first, and what became of them.',
    how: [
      {
        ask: 'Send a failed submission again',
        answer: 'Choose Resubmit in its row, or select several. It is checked again and leaves once.',
      },
      {
        ask: 'Read the status of a submission now',
        answer: 'Choose Read status. It is offered where the destination gave an ID.',
      },
      {
        ask: 'A submission needs a decision',
        answer: 'Its answer was lost. Look at the destination, then choose It is there, Resubmit, or Take back.',
      },
      {
        ask: 'Submissions with errors',
        answer:
          'Choose Errors and decisions under Problems. Resubmit each, or take it back: then it counts no more on the dashboard.',
      },
      {
        ask: 'See which documents of caregivers expire soon',
        answer:
          'A button above the list counts them, 30 days ahead, for caregivers with a live submission. The bell says so once for each document.',
      },
      { ask: 'See the calls of a submission', answer: 'Choose Details: statuses, documents and calls of the last 35 days.' },
    ],
  },
  {
    screens: ['sendCaregiver'],
    title: 'Send caregiver',
    about: 'Finds a caregiver of a source, checks the submission, and sends it once. Nothing found is stored.',
    how: [
      {
        ask: 'Put a caregiver forward',
        answer: 'Choose source and destination or a job, search the caregiver, choose one, look at the check, then submit.',
      },
      {
        ask: 'The check of a submission finds something missing',
        answer:
          'It names each thing to solve: a mapping, a document, a field, or an earlier submission. Solve it, then check again.',
      },
      {
        ask: 'See the documents before a submission leaves',
        answer: 'Choose Preview packet in the check: one PDF with a cover that names what it cannot show. It is not kept.',
      },
      {
        ask: 'Put a caregiver forward without a connection',
        answer:
          'Enter the caregiver ID, the job, the source and the destination, then choose Queue submission. It is checked once there is a connection; after a day it asks you first.',
      },
    ],
  },
  {
    screens: ['submissionMapping', 'submissionDocumentMapping'],
    title: 'Mapping of submissions',
    about:
      'Degrees, specialties and documents of a source go over Jobdock’s own list to a destination. Without both steps nothing is submitted.',
    how: [
      {
        ask: 'Accept the proposed mappings of submissions',
        answer:
          'Accept certain takes every proposal of 95 or more. Under Proposed, look at the others and accept one or several. Undo is in the message.',
      },
      {
        ask: 'Add a mapping of submissions by hand',
        answer:
          'Choose an entry in each of the three columns, then Add mapping. A pair of the source brings what is proposed for it.',
      },
      {
        ask: 'Delete a mapping of submissions',
        answer: 'Choose Delete in its row, then the side: source, destination, or both.',
      },
      {
        ask: 'Map degrees, specialties and documents without a connection',
        answer:
          'Add, accept one, and delete as always: it is sent once there is a connection. If another person mapped the same meanwhile, the outbox says to what. A shared mapping of documents needs a connection.',
      },
      {
        ask: 'A document mapping cannot be changed',
        answer: 'Its target shares one mapping for every customer of the system. An administrator changes it.',
      },
    ],
  },
  {
    screens: ['submissionPackages', 'submissionPackage'],
    title: 'Packages',
    about: 'Which documents go along with a degree and specialty to a target, in their order.',
    how: [
      {
        ask: 'Say which documents a target wants',
        answer: 'Choose Add package, the target, degree and specialty, then add the documents. Arrows change their order.',
      },
      {
        ask: 'One package for everything else',
        answer: 'Make it the default of the target: it applies where no package is for the degree and specialty.',
      },
    ],
  },
  {
    screens: ['submissionLogin'],
    title: 'Submission logins',
    about: 'A person’s own sign-in to a submission target. It is checked before it is stored, encrypted.',
    how: [
      {
        ask: 'Give somebody a sign-in to a submission target',
        answer: 'Open the person under Users, choose the tab Submission logins, then Add sign-in.',
      },
      { ask: 'Delete a submission login', answer: 'An administrator chooses Delete on that tab.' },
    ],
  },
  {
    screens: ['submissionTargets', 'submissionTarget', 'activeSubmissionTargets'],
    title: 'Submission targets',
    about: 'The ATS that caregivers come from, and the VMS and job boards that submissions go to.',
    how: [
      {
        ask: 'Add a submission target',
        answer:
          'Choose Add target, then its system, and enter the connection. Secrets are stored encrypted and never shown again.',
      },
      {
        ask: 'Check the credentials of a submission target',
        answer:
          'Check credentials on the tab Connection asks the system. Before you save, it checks what is typed; nothing is stored.',
      },
      {
        ask: 'Stop using a submission target for a while',
        answer: 'Switch it off under Active targets. Its lists and mappings stay.',
      },
      {
        ask: 'Read the degrees, specialties and documents of a submission target',
        answer:
          'The tabs Degrees, Specialties, Documents and Dictionaries read them in the background, or take a file. A list that loses more than a third of its entries waits for your decision.',
      },
      {
        ask: 'Map an entry of a dictionary to another target',
        answer:
          'On the tab Dictionaries, choose Map to another target… in its row. It has one mapping to each destination, and is mapped without a connection, too.',
      },
      {
        ask: 'See the calls to a submission target',
        answer: 'The tab Attempts lists those of the last 35 days with their answers, without files or data of caregivers.',
      },
      {
        ask: 'Delete a submission target',
        answer:
          'An administrator chooses Delete target and types its name. Its lists, mappings, packages and sign-ins go with it.',
      },
    ],
  },
];
