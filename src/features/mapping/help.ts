import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

const inbox: HelpTopic = {
  screens: ['mapFacilities', 'mapDegrees', 'mapShifts'],
  title: 'Mapping',
  about:
    'The texts that vendors send, and the value of your ATS that each one means. One decision serves every job with that text, today’s and tomorrow’s.',
  how: [
    { ask: 'Accept the suggestion', answer: 'The best candidate is first. One below 50 must be chosen twice.', keys: 'enter' },
    { ask: 'Choose another candidate', answer: 'Press its number, or search all values of the ATS.', keys: '1…9' },
    { ask: 'Search all values of the ATS', answer: 'Type a part of the name, the city or the number.', keys: '/' },
    { ask: 'Leave a text for later', answer: 'Skip moves to the next text. It stays in the queue.', keys: 's' },
    {
      ask: 'Ignore a text',
      answer:
        'Jobs with an ignored text cannot be posted where the target needs it. The Ignored tab lists them; you can take it back.',
      keys: 'i',
    },
    {
      ask: 'No candidate is a good match',
      answer: 'Add the facility to the ATS with New facility, or choose None of these and decide later.',
    },
    { ask: 'Undo a decision', answer: 'Takes back your decisions, one by one.', keys: 'u' },
    { ask: 'Start with the easiest texts', answer: 'Order of the queue: Most jobs first, or Easiest first.' },
    {
      ask: 'Let Jobdock map many at once',
      answer:
        'Automatic maps every text whose suggestion is certain enough, as a run that you can undo. Ask AI suggests more; its suggestions wait for you.',
    },
    {
      ask: 'Suggestions are out of date',
      answer:
        'Automatic, Recompute suggestions compares the texts with your ATS’s lists again. What people mapped stays, and you can undo the run.',
    },
    {
      ask: 'Read certainty',
      answer:
        '● 90 or more, ◑ 80 to under 90, ◔ below 80: the chance that the suggestion is right. “Why not higher?” names the reasons.',
    },
    { ask: 'Map one job differently', answer: 'Override the mapping in the job’s cell in Staging. Other jobs keep theirs.' },
  ],
};

const lists: readonly HelpTopic[] = [
  {
    screens: ['referenceLists'],
    title: 'Reference lists',
    about:
      'Clients, degrees, specialties, shifts, contacts, VMS and MSP as your ATS knows them. Vendors’ texts are mapped to these.',
    how: [
      {
        ask: 'Add a client or another value',
        answer: 'Choose Add. Values that the ATS sends itself are read with each sync of the target.',
      },
      { ask: 'Load a list from a file', answer: 'Upload… takes a CSV or XLSX and shows each row before it is saved.' },
      { ask: 'Export a list', answer: 'Export saves the rows that you see as CSV or XLSX.' },
    ],
  },
  {
    screens: ['premap'],
    title: 'Premap',
    about: 'Degrees and specialties mapped before their first job arrives. A new text that matches a row is mapped at once.',
    how: [
      {
        ask: 'Add rows',
        answer: 'Write the vendor’s degree and specialty and the values of the ATS, or paste rows from a spreadsheet.',
      },
      {
        ask: 'Load a premap from a file',
        answer: 'Upload a premap takes a file; rows that cannot be used are named with the reason.',
      },
    ],
  },
  {
    screens: ['externalShifts'],
    title: 'External shifts',
    about: 'Shifts of the ATS with their hours. A vendor’s shift is matched by its hours, not only by its name.',
    how: [
      {
        ask: 'Change the hours of a shift',
        answer: 'Open the shift, set start, end and hours, and save. Texts without a decision are matched again.',
      },
    ],
  },
  {
    screens: ['sharedFacilities'],
    title: 'Shared facilities',
    about: 'Facilities with addresses that every customer can use.',
    how: [{ ask: 'Add a facility to my clients', answer: 'Choose Add to my clients in its row. You need not type its address.' }],
  },
  {
    screens: ['specialtyDegrees'],
    title: 'Specialty degrees',
    about: 'Which degrees each specialty belongs to. A specialty can only be chosen with one of its degrees.',
    how: [{ ask: 'Link a specialty to a degree', answer: 'Choose the degree in the row of the specialty.' }],
  },
  {
    screens: ['orderTypes'],
    title: 'Order types',
    about: 'The order type that jobs of each source get in the ATS.',
    how: [
      { ask: 'Set the order type of a source', answer: 'Choose it in the row of the source. Jobs that are posted later get it.' },
    ],
  },
  {
    screens: ['sources'],
    title: 'Sources',
    about: 'The vendor management systems that jobs come from.',
    how: [
      {
        ask: 'Post the jobs of a source automatically',
        answer:
          'Open the menu of the source and choose Automatic posting. It shows first what would be posted. From then on jobs that lack nothing are posted as they arrive.',
      },
      { ask: 'A vendor uses two names', answer: 'Add the other name under Aliases, so that both are the same source.' },
      { ask: 'Group sources', answer: 'A group counts and filters its sources together.' },
    ],
  },
  {
    screens: ['mapRuns'],
    title: 'Mapping runs',
    about: 'Automatic and bulk mapping runs: what each one changed, who started it, and Undo.',
    how: [
      {
        ask: 'Undo a run',
        answer: 'Open the run and choose Undo. Texts that somebody has changed since are left alone and listed.',
      },
      { ask: 'See what a run changed', answer: 'Open the run: it lists each text with the value before and after.' },
    ],
  },
];

export const mappingHelp: readonly HelpTopic[] = [inbox, ...lists];
