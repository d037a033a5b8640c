import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const postingHelp: readonly HelpTopic[] = [
  {
    screens: ['targets', 'targetConfig', 'ctmConfig', 'targetSignIn'],
    title: 'Targets',
    about: 'The ATS connections that jobs are posted to, and the feed of your open jobs.',
    how: [
      {
        ask: 'Check the connection',
        answer:
          'Check connection signs in to the ATS and says what it answers. Secrets are stored encrypted. Each is shown for half a minute after you confirm who you are; the history names each time.',
      },
      {
        ask: 'Sign in at the ATS',
        answer:
          'Salesforce can be connected with the secret of its app or by a person: save the connection, choose Sign in at Salesforce, and allow the access there. You come back to the target, which is then connected.',
      },
      {
        ask: 'Add or delete a target',
        answer:
          'An administrator chooses Add target, picks a type and fills in its form. Delete asks for the name; posted jobs keep their IDs.',
      },
      {
        ask: 'Read the lists of the ATS again',
        answer:
          'Sync lists from the ATS reads its clients, degrees, specialties and shifts in the background and tells you at the end. Lists are read whole at night; Clear last sync date makes the next sync do that at once.',
      },
      {
        ask: 'Give job boards a feed',
        answer:
          'A feed has a URL that cannot be guessed. Copy it from the page of the feed, which also shows the jobs that boards drop, and why.',
      },
      {
        ask: 'A post was not confirmed',
        answer: 'Jobdock looks the job up in the ATS. If that does not settle it, the page lists it and asks you.',
      },
      {
        ask: 'Somebody changed a posted job in the ATS',
        answer:
          'Jobdock looks at posted jobs and lists what was changed, closed or deleted there. Keep theirs leaves a field alone until your own value changes. Send ours updates it. In Staging, is:drifted finds these jobs.',
      },
    ],
  },
  {
    screens: ['repost'],
    title: 'Repost jobs',
    about: 'Sends the open jobs of sources to a target again, for example after the target lost or changed many of them.',
    how: [
      {
        ask: 'What happens to a job that the target has',
        answer:
          'All its fields are sent again, which replaces what people changed there. A job order that was deleted there is listed under Needs attention, and not made again.',
      },
      {
        ask: 'What happens to a job that is missing',
        answer:
          'It is posted if it may be. Check repost shows first how many jobs are left out, and why. No job is posted twice.',
      },
      { ask: 'Work without a connection', answer: 'A repost needs the service.' },
    ],
  },
  {
    screens: ['rateFloor'],
    title: 'Rate floor',
    about: 'The lowest bill rate and margin that you accept. Jobs below it are marked before they are posted.',
    how: [
      { ask: 'Find the jobs below the floor', answer: 'In Staging, is:belowfloor finds them. Their rows say “Below floor”.' },
      {
        ask: 'Post a job below the floor',
        answer:
          'Open the job and choose Accept rate. It counts for the present rates and for better ones: when the bill rate falls further or the pay rises, the job waits again.',
      },
      {
        ask: 'Know how the margin is figured',
        answer: 'It is the bill rate minus the job’s own pay per hour. A job without one of them is not judged by margin.',
      },
    ],
  },
  {
    screens: ['atsFieldMapping'],
    title: 'Field mapping',
    about:
      'What each field of a target’s job orders gets. Of several lines about one field, the first that has a value gives it.',
    how: [
      {
        ask: 'See what is sent of a job',
        answer: 'Write its ID under Preview. Each line says what it sends, or why it sends nothing.',
      },
      {
        ask: 'Send a value only for some jobs',
        answer: 'Write a condition as in rules, or choose a work type. The line counts only for jobs that meet it.',
      },
      {
        ask: 'Map a combination of values',
        answer:
          'Open Flex mapping and choose the fields. Each line gives values to the jobs whose values it names; the first one that fits counts. If an ATS field is required, a job without a line is not posted.',
      },
      {
        ask: 'Change what posted jobs hold',
        answer: 'A changed line counts for new job orders. A posted job gets it with its next change, if Send on update is on.',
      },
    ],
  },
  {
    screens: ['statuses'],
    title: 'Statuses',
    about: 'Your own statuses of jobs. Exactly one is the default.',
    how: [
      { ask: 'Change the default', answer: 'Open the status that should be the default, turn on Default, and save.' },
      {
        ask: 'See the status of a job',
        answer:
          'Staging has the column Expanded status, and the query bar finds it, such as expanded:Placed. It is what you said that the vendor’s status means, else the status of that name, else the default.',
      },
      {
        ask: 'Say what a vendor’s status means',
        answer: 'Open the data collection task of the vendor and choose a status beside each text under Vendor statuses.',
      },
    ],
  },
];
