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
    screens: ['reportLibrary'],
    title: 'Reports',
    about: 'Every report that you may open, by group. Each card says what the report answers and whether it works offline.',
    how: [
      { ask: 'Find a report', answer: 'Type what it is about, or the name of one of its columns.' },
      { ask: 'Keep a report at the top', answer: 'Choose its star. Your favorites are kept on this device.' },
      {
        ask: 'Save a report as a file',
        answer: 'Open it, narrow it by its filters, and choose Export. The file has the rows found and the columns shown.',
      },
    ],
  },
  {
    screens: ['myReports'],
    title: 'My reports',
    about: 'Your saved views of reports and of Staging, on all your devices, also offline.',
    how: [
      {
        ask: 'Save a report as you see it',
        answer:
          'Set its columns, filters and order. Choose Views, then Save as a view. Share it there, or open the report with it.',
      },
      {
        ask: 'Save what you changed in a view',
        answer: 'Choose Save, or Save as for a new view. Reset shows it as it was saved.',
      },
    ],
  },
  {
    screens: ['jobsReport'],
    title: 'Jobs report',
    about:
      'Every collected job in the columns that you choose, from this device. Use it for lists and files; work on jobs in Staging.',
    how: [
      { ask: 'Add a column', answer: 'Choose Columns at the right of the table head, and search for it. There are about 290.' },
      {
        ask: 'See the jobs between two dates',
        answer: 'Set New jobs to Between two dates, then the days on which the jobs were first seen.',
      },
      {
        ask: 'Search like in Staging',
        answer: 'The search box reads the same queries: rate:>80 state:TX, or icu nights in texas.',
      },
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
  {
    screens: ['customerTasksReport'],
    title: 'Customer tasks',
    about: 'Every task with its source, its schedule and its last run, from this device.',
    how: [
      { ask: 'See which tasks need attention', answer: 'Set the filter Attention to Needs attention.' },
      { ask: 'See the jobs of a task', answer: 'Choose its source. The jobs report opens with the jobs of that source.' },
    ],
  },
  {
    screens: ['customerTargetsReport'],
    title: 'Customer targets',
    about:
      'Each target with its connection and its posts by state. The service answers; without a connection you see its last answer and its age.',
    how: [
      {
        ask: 'Find a target that refuses jobs',
        answer: 'Choose the heading Refused posts twice, so that the highest number is first.',
      },
    ],
  },
];
