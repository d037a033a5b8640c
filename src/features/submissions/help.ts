import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const submissionHelp: readonly HelpTopic[] = [
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
        ask: 'Delete a submission target',
        answer:
          'An administrator chooses Delete target and types its name. Its lists, mappings, packages and sign-ins go with it.',
      },
    ],
  },
];
