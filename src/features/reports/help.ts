import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const reportsHelp: readonly HelpTopic[] = [
  {
    screens: ['dashboard'],
    title: 'Dashboard',
    about:
      'What needs you now, then the figures. Each number opens exactly the rows that it counts, and the page says how old they are.',
    how: [
      {
        ask: 'Get started',
        answer: 'First steps follows your data: bring in jobs, map the first texts, post one. Hide it when you know the way.',
      },
      { ask: 'Hide a card', answer: 'Choose its title to close it on this device. Choose it again to open it.' },
    ],
  },
  {
    screens: ['mapSummary', 'mapDetail', 'mapDegreeReport', 'mapSpecialtyReport', 'mapShiftReport'],
    title: 'Mapping reports',
    about: 'How much of each source is mapped, and to what. The numbers come from the rows on this device.',
    how: [
      {
        ask: 'See what is not mapped by source',
        answer: 'Map summary counts mapped and unmapped texts for each source. Each number opens its texts.',
      },
      { ask: 'Export a report', answer: 'Export saves the rows that you see as CSV or XLSX.' },
    ],
  },
  {
    screens: ['ruleReport'],
    title: 'Rule report',
    about: 'All rules with what they do, in one list to read or export.',
    how: [{ ask: 'Open a rule', answer: 'Choose its name.' }],
  },
];
